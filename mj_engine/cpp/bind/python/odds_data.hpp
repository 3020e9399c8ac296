// What Python gives `odds`: options by name, and states of mj_bot's.
#pragma once

#include <nanobind/nanobind.h>

#include "core/state.hpp"
#include "numbers/options.hpp"

// Values by name.
using Names = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// Those that are not given have mj_bot's defaults. Raises KeyError for an unknown name, TypeError
// for a value of another type.
mj::OddsOptions options_of(const Names& named);

// What a seat knows, from an object with the attributes of mj_bot.state.GameState.
mj::GameState state_of(nanobind::handle seen);

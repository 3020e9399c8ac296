// Input of `odds` from Python: options by name, and states of mj_bot.
#pragma once

#include <nanobind/nanobind.h>

#include "core/state.hpp"
#include "numbers/options.hpp"

// Options by name.
using Names = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// Options left out get mj_bot's defaults. Raises KeyError for an unknown name, TypeError for a
// value of the wrong type.
mj::OddsOptions options_of(const Names& named);

// A seat's state, from an object with the attributes of mj_bot.state.GameState.
mj::GameState state_of(nanobind::handle seen);

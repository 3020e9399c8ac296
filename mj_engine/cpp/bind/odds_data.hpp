// What `odds` is made of, out of Python's dictionaries: coefficients, options, the target table.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "core/view.hpp"
#include "odds/options.hpp"
#include "odds/tables.hpp"

// Every number by its name, see mj_engine._mj_bot.odds_coefficients. Raises KeyError for a name
// that is not there, TypeError for one that is no such number.
mj::Coefficients coefficients_of(const nanobind::dict& named);

// The table of targets from the arrays of mj_bot's, by name.
std::shared_ptr<mj::OddsTables> tables_of(const nanobind::dict& arrays,
                                          const nanobind::dict& coefficients);

mj::OddsOptions options_of(const nanobind::dict& named);

// What a seat knows, out of whatever has the attributes of mj_bot.state.GameState.
mj::View view_of_state(nanobind::handle state);

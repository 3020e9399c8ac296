// The parts of `odds` and `rule_based` from Python's dictionaries: numbers, options, the target
// table.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "core/state.hpp"
#include "odds/options.hpp"
#include "odds/targets/target_table.hpp"
#include "routes/rule_based.hpp"

// Values by name.
using Names = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// The table of targets and all coefficients, see mj_engine._mj_bot. Raises KeyError for a missing
// name, TypeError for a value of another type.
std::shared_ptr<mj::OddsTables> tables_of(const Names& arrays, const Names& coefficients);

// The numbers of `rule_based`; raises as `tables_of`.
std::shared_ptr<mj::RouteTables> route_tables_of(const Names& numbers);

mj::OddsOptions options_of(const Names& named);

// What a seat knows, from an object with the attributes of mj_bot.state.GameState.
mj::GameState state_of(nanobind::handle seen);

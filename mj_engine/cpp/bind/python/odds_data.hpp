// What `odds` and `rule_based` are made of, out of Python's dictionaries: numbers, options, the
// target table.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "core/state.hpp"
#include "odds/options.hpp"
#include "odds/targets/target_table.hpp"
#include "routes/rule_based.hpp"

// What is handed over by name.
using Names = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// The table of targets and all coefficients, see mj_engine._mj_bot. Raises KeyError for a name
// that is not there, TypeError for one that is no such number.
std::shared_ptr<mj::OddsTables> tables_of(const Names& arrays, const Names& coefficients);

// The numbers of `rule_based`; raises as `tables_of`.
std::shared_ptr<mj::RouteTables> route_tables_of(const Names& numbers);

mj::OddsOptions options_of(const Names& named);

// What a seat knows, out of whatever has the attributes of mj_bot.state.GameState.
mj::GameState state_of(nanobind::handle seen);

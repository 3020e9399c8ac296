// The explanation of a decision as rows for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "odds/odds.hpp"

namespace bind {

namespace nb = nanobind;

using ExplainedRows = nb::typed<nb::list, nb::typed<nb::dict, nb::str, nb::any>>;

// The same rows as `explain` of mj_bot's tactics. learned: whether to add the fields of `learned`.
ExplainedRows explained_rows(const std::vector<mj::Explained>& explained,
                             const mj::GameState& state, bool learned = false);

}  // namespace bind

// A decision out of what Python hands over: what a seat knows, and its legal answers.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "bind/python/legal.hpp"

namespace bind {

// At least one answer is legal.
struct Asked {
    mj::GameState state;
    std::vector<mj::Action> legal;
};

Asked asked_of(const Observation& observation);

// What a seat knows: the table's own observation, or whatever has the attributes of mj_bot's state.
mj::GameState state_seen(nanobind::handle seen);

// A state of mj_bot's, and the answers of its `action_space`. Raises ValueError for an answer that
// is none of this state, and if there is none at all.
Asked asked_of(nanobind::handle state, nanobind::handle legal);

}  // namespace bind

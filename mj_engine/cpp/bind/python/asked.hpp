// A decision from Python: what a seat knows, and its legal answers.
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

// What a seat knows: the table's own observation, or an object with the attributes of mj_bot's
// state.
mj::GameState state_seen(nanobind::handle seen);

// A state of mj_bot's, and the answers of its `action_space`. Raises ValueError for an answer that
// this state does not have, and if there is none.
Asked asked_of(nanobind::handle state, nanobind::handle legal);

// A method that is asked of either.
template <typename Player, typename Method>
void def_asked(nanobind::class_<Player>& player, const char* name, Method method, const char* doc) {
    namespace nb = nanobind;
    player
        .def(
            name,
            [method](Player& self, const Observation& observation) {
                return method(self, asked_of(observation));
            },
            nb::arg("observation"), doc)
        .def(
            name,
            [method](Player& self, nb::handle state, nb::handle legal) {
                return method(self, asked_of(state, legal));
            },
            nb::arg("state"), nb::arg("legal"));
}

}  // namespace bind

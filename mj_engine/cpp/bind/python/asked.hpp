// A decision passed in from Python: a seat's state and its legal answers.
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

// A seat's state: an Observation, or an object with the attributes of mj_bot's GameState.
mj::GameState state_seen(nanobind::handle seen);

// A state of mj_bot and its `action_space`. Raises ValueError if there are no answers, or one is
// not legal in this state.
Asked asked_of(nanobind::handle state, nanobind::handle legal);

// Binds a method for both kinds of input.
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

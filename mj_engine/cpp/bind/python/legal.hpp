// Legal actions for Python: as texts, or as a mask over the action indexes.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "core/state.hpp"
#include "table/legality.hpp"

namespace bind {

// One seat's state and its legal answers.
struct Observation {
    mj::GameState state;
    mj::ActionList legal;
};

using Texts = nanobind::typed<nanobind::list, nanobind::str>;

Texts texts_of(const mj::ActionList& legal);
nanobind::ndarray<nanobind::numpy, std::uint8_t> mask_of(const mj::ActionList& legal);

}  // namespace bind

// Legal actions as Python gets them: texts, or a mask over the fixed index.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "core/state.hpp"
#include "table/legality.hpp"

namespace bind {

// What one seat may know, and its legal answers.
struct Observation {
    mj::GameState state;
    mj::ActionList legal;
};

using Texts = nanobind::typed<nanobind::list, nanobind::str>;

Texts texts_of(const mj::ActionList& legal);
nanobind::ndarray<nanobind::numpy, std::uint8_t> mask_of(const mj::ActionList& legal);

}  // namespace bind

// Converts values between Python and the engine.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <optional>
#include <string>
#include <vector>

#include "table/answer.hpp"

namespace bind {

namespace nb = nanobind;

using Wall = std::vector<mj::Tile>;

// The tiles of a wall, from ints or bytes. Raises ValueError, beginning with `what`, for a bad
// wall.
Wall wall_of(nb::handle tiles, int prevalent_wind, const std::string& what = "",
             bool common_wall = false);

// An answer from its text, its index, or any object by its str(). Raises ValueError for bad text.
mj::Action action_of(nb::handle given);

// A seat 0-3; raises ValueError for other numbers.
int checked_seat(int seat);

// None for kNoTile or kNobody.
std::optional<int> number_or_none(std::uint8_t number);

// A numpy array that owns its values.
template <typename Value, typename... Sizes>
nb::ndarray<nb::numpy, Value> array_of(std::vector<Value> values, Sizes... sizes) {
    auto* kept = new std::vector<Value>(std::move(values));
    const nb::capsule owner(
        kept, [](void* gone) noexcept { delete static_cast<std::vector<Value>*>(gone); });
    return nb::ndarray<nb::numpy, Value>(kept->data(), {static_cast<std::size_t>(sizes)...}, owner);
}

}  // namespace bind

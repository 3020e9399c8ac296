// Edge, closed and single waits.
#pragma once

#include <optional>

#include "fan/division.hpp"
#include "fan/fans.hpp"

namespace mj::fan {

// The wait that a tile filled in a division; it counts only if no other tile wins.
std::optional<Fan> wait_filled(const Division& division, Tile tile);

}  // namespace mj::fan

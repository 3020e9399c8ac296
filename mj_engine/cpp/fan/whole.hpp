// Whether tiles are sets and a pair, without saying which.
#pragma once

#include "core/tile.hpp"

namespace mj::fan {

bool is_divided(const Counts& tiles);

}  // namespace mj::fan

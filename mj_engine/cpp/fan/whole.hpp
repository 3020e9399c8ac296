// Whether tiles are sets and a pair, without saying which; whether just one more makes them that.
#pragma once

#include "core/tile.hpp"

namespace mj::fan {

bool is_divided(const Counts& tiles);

// Whether just one kind of tile makes a hand sets and a pair.
bool waits_for_one(const Counts& hand);

}  // namespace mj::fan

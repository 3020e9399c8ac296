// Whether tiles form sets and a pair; whether exactly one more tile makes them so.
#pragma once

#include "core/tile.hpp"

namespace mj::fan {

// Whether the sizes of the suits of a hand and one more tile allow it: most hands are rejected
// here.
bool may_be_divided(const Counts& hand, Tile more);

bool is_divided(const Counts& tiles);

// Whether exactly one kind of tile completes the hand to sets and a pair.
bool waits_for_one(const Counts& hand);

}  // namespace mj::fan

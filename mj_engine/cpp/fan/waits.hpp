// Edge, closed and single waits, which count where no other tile would have won.
#pragma once

#include "fan/division.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

// Whether a hand without its winning tile waits for just one kind, in the form of sets and a pair.
bool waits_for_one(const Counts& hand);

// The wait the tile filled in this division.
void add_wait(const Division& division, Tile tile, Tally& tally);

}  // namespace mj::fan

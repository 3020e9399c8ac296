// Fans that depend only on which tiles the hand has: suits, numbers, terminals, honours.
#pragma once

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

// concealed: the tiles outside the melds, with the winning one.
void add_tile_fans(const Counts& concealed, const Melds& melds, Tally& tally);

}  // namespace mj::fan

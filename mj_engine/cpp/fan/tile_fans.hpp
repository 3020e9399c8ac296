// The fans that depend only on the tiles of a hand: suits, numbers, terminals, honours.
#pragma once

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

// concealed: the tiles beside the melds, the winning one with them.
void add_tile_fans(const Counts& concealed, const Melds& melds, Tally& tally);

}  // namespace mj::fan

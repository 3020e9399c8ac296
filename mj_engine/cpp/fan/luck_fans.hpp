// Fans of how the hand was won: self-drawn or not, concealed or melded, last tiles, kongs.
#pragma once

#include "fan/fan.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

// hand is without the winning tile.
void add_luck_fans(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context,
                   Tally& tally);

}  // namespace mj::fan

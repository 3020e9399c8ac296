// The fans that only ask which tiles a hand has: suits, numbers, terminals, honours.
#pragma once

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

// All tiles of a win, those of the melds and the winning one with them.
struct Tiles {
    std::uint64_t kinds = 0;  // one bit a kind
    int hogs = 0;             // kinds with four tiles that are no kong
};

Tiles tiles_of(const Counts& concealed, const Melds& melds);

void add_tile_fans(const Tiles& tiles, Tally& tally);

}  // namespace mj::fan

#include "fan/waits.hpp"

#include "fan/whole.hpp"

namespace mj::fan {

bool waits_for_one(const Counts& hand) {
    int found = 0;
    Counts with = hand;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        ++with[tile];
        found += is_divided(with) ? 1 : 0;
        --with[tile];
        if (found > 1) return false;
    }
    return found == 1;
}

void add_wait(const Division& division, Tile tile, Tally& tally) {
    bool closed = false;
    for (const Set& set : division) {
        if (!set.from_hand || !set.is_chow() || !set.has(tile)) continue;
        const int place = place_of(set.tile);
        if ((place == 1 && tile == set.tile + 1) || (place == 7 && tile + 1 == set.tile)) {
            tally.add(Fan::EdgeWait);
            return;
        }
        closed = closed || tile == set.tile;
    }
    if (closed) {
        tally.add(Fan::ClosedWait);
    } else if (division.pair == tile) {
        tally.add(Fan::SingleWait);
    }
}

}  // namespace mj::fan

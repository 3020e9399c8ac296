#include "fan/waits.hpp"

namespace mj::fan {

std::optional<Fan> wait_filled(const Division& division, Tile tile) {
    bool closed = false;
    for (const Set& set : division) {
        if (!set.from_hand || !set.is_chow() || !set.has(tile)) continue;
        const int place = place_of(set.tile);
        if ((place == 1 && tile == set.tile + 1) || (place == 7 && tile + 1 == set.tile)) {
            return Fan::EdgeWait;
        }
        closed = closed || tile == set.tile;
    }
    if (closed) return Fan::ClosedWait;
    if (division.pair == tile) return Fan::SingleWait;
    return std::nullopt;
}

}  // namespace mj::fan

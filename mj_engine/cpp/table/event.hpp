// Events: what happened in one turn, as the judge sends it.
// Its twin: mj_bot/events.py.
#pragma once

#include "core/tile.hpp"

namespace mj {

// Start and Deal open the game; the others are actions of one seat.
enum class EventKind : std::uint8_t { Start, Deal, Draw, Buhua, Play, Peng, Chi, Gang, Bugang };

struct Event {
    EventKind kind = EventKind::Start;
    std::uint8_t seat = 0;
    // The tile drawn, the flower, the tile discarded (also by Peng and Chi) or added by Bugang;
    // kNoTile for Gang, whose tile is never sent.
    Tile tile = kNoTile;
    Tile chow = kNoTile;  // for Chi, the middle of the run

    // Whether it discards a tile, which others may claim.
    [[nodiscard]] constexpr bool discards() const {
        return kind == EventKind::Play || kind == EventKind::Peng || kind == EventKind::Chi;
    }
};

}  // namespace mj

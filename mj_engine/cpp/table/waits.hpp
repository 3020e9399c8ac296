// Waits: each tile that completes a hand, its copies left, its fan on a discard and self-drawn.
#pragma once

#include <vector>

#include "core/state.hpp"
#include "fan/fan.hpp"

namespace mj {

struct Wait {
    Tile tile;
    std::uint8_t left;  // unseen copies, may be 0
    Win on_discard, self_drawn;
};

// The tiles of a hand and its melds; the melds' tiles must be known.
Counts held_of(const Counts& hand, const Melds& melds);

// The waits of a seat with this hand and these melds, 13 tiles in all. Last Tile counts if the
// other three copies are open; flags of the moment do not.
std::vector<Wait> waits_of(const GameState& state, const Counts& hand, const Melds& melds);

}  // namespace mj

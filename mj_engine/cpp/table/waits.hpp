// Waits: each tile that completes a hand, its copies left, its fan both ways.
#pragma once

#include <vector>

#include "core/state.hpp"
#include "fan/fan.hpp"

namespace mj {

struct Wait {
    Tile tile;
    std::uint8_t left;  // copies that the seat does not see, 0 too
    Win on_discard, self_drawn;
};

// The tiles of a hand and of its melds, which are known.
Counts held_of(const Counts& hand, const Melds& melds);

// The waits of this hand and these melds of a seat, 13 tiles in all. Last Tile counts if the other
// three are open; flags of the moment do not.
std::vector<Wait> waits_of(const GameState& state, const Counts& hand, const Melds& melds);

}  // namespace mj

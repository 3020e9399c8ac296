// TileLocation: where the unseen tiles are, by the discards.
// Its twin: mj_bot/odds/opponents/tile_location.py.
#pragma once

#include "core/state.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// threat: how near the others are (see DealIn).
TileLocation tile_location_of(const GameState& state, double threat);

}  // namespace mj

// TileLocation: estimates where the unseen tiles are, from the discards.
// Its twin: mj_bot/odds/opponents/tile_location.py.
#pragma once

#include "core/state.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// threat: how close the others are to a win (see DealIn).
TileLocation tile_location_of(const GameState& state, double threat);

}  // namespace mj

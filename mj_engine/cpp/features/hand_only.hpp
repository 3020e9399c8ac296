// HandOnly: the feature `hand_only`, the hand and the unseen tiles, as four rows of counts.
// Its twin: mj_bot/features/hand_only.py.
#pragma once

#include <span>

#include "core/state.hpp"

namespace mj {

// [4, 34]: unseen copies; copies in hand, without the melds; for winds and dragons both times the
// fan for a pung of the tile.
inline constexpr int kHandOnlyRows = 4;
inline constexpr std::size_t kHandOnlyCells = std::size_t{kHandOnlyRows} * kTileKinds;

void write_hand_only(const GameState& state, std::span<std::uint8_t, kHandOnlyCells> cells);

}  // namespace mj

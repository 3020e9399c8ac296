// The feature `q_rows`: the Q network's input, small enough for every leaf of a tree.
// Its twin: mj_bot/expectimax/q_features.py.
#pragma once

#include <span>

#include "core/state.hpp"

namespace mj {

// The first row of each kind; see mj_bot.expectimax.q_features.
namespace q_row {
inline constexpr int kHand = 0;
inline constexpr int kUnseen = kHand + kCopies;
inline constexpr int kMelds = kUnseen + kCopies;
inline constexpr int kDiscards = kMelds + kSeats;
inline constexpr int kSeatWind = kDiscards + kSeats;
inline constexpr int kPrevalentWind = kSeatWind + 1;
inline constexpr int kMeldCount = kPrevalentWind + 1;
inline constexpr int kTurn = kMeldCount + 1;
inline constexpr int kLeft = kTurn + 1;
}  // namespace q_row

inline constexpr int kQRows = q_row::kLeft + 1;
inline constexpr int kQCells = kQRows * kTileKinds;

// [kQRows, 34].
using QFeatures = std::array<std::uint8_t, kQCells>;

QFeatures q_features_of(const GameState& state);

// The rows for all hands in the tree with these melds and this many tiles left in the own wall. The
// rows of the hand and the unseen tiles differ from hand to hand; here they are the root's.
QFeatures q_features_in_tree(const QFeatures& root, const Melds& melds, int left);

}  // namespace mj

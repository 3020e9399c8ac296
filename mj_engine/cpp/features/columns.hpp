// The feature `columns`: channels of 34 cells, one per tile, with all that the seat sees.
// Its twin: mj_bot/features/columns.py.
#pragma once

#include <span>

#include "core/state.hpp"
#include "features/claims.hpp"

namespace mj {

// The most discards a seat can make: 23 draws and 4 claims, with flowers or without.
inline constexpr int kDiscardRows = 27;
inline constexpr int kMostMelds = 4;

// The smallest number in each bucket.
inline constexpr std::array<int, 5> kWallBuckets{0, 6, 11, 23, 47};
inline constexpr std::array<int, 8> kOwnWallBuckets{0, 1, 2, 3, 4, 5, 9, 14};
inline constexpr std::array<int, 11> kTurnBuckets{0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 17};

// The first channel of each kind; see mj_bot.features.columns.
namespace channel {
inline constexpr int kHand = 0;
inline constexpr int kMelds = kHand + kCopies;
inline constexpr int kDiscards = kMelds + kSeats * kMostMelds * kCopies;
inline constexpr int kSeen = kDiscards + kSeats * kDiscardRows;
inline constexpr int kSeatWind = kSeen + kCopies;
inline constexpr int kPrevalentWind = kSeatWind + kSeats;
inline constexpr int kToAct = kPrevalentWind + kSeats;
inline constexpr int kDecision = kToAct + kSeats;
inline constexpr int kWall = kDecision + 3;
inline constexpr int kOwnWall = kWall + int{kWallBuckets.size()};
inline constexpr int kTurn = kOwnWall + int{kOwnWallBuckets.size()};
inline constexpr int kOwnMelds = kTurn + int{kTurnBuckets.size()};
inline constexpr int kClaimed = kOwnMelds + kMostMelds + 1;
inline constexpr int kAfterClaim = kClaimed + 1;
inline constexpr int kMade = kAfterClaim + kClaimPlaces * kCopies;
}  // namespace channel

inline constexpr int kColumnsChannels = channel::kMade + 1;
inline constexpr std::size_t kColumnsCells = std::size_t{kColumnsChannels} * kTileKinds;

// [kColumnsChannels, 34], 0 and 1.
void write_columns(const GameState& state, std::span<std::uint8_t, kColumnsCells> cells);

}  // namespace mj

// Hidden: what a seat cannot see, as channels of 34 cells, for training with an oracle.
#pragma once

#include "table/game.hpp"

namespace mj {

// How many draws of each seat get their own channel.
inline constexpr int kNextDraws = 5;

// The first channel of each kind. Seats start from the own one; the others are the three after it.
// Four channels count copies: with n copies the first n are 1.
namespace hidden_channel {
inline constexpr int kOthers = kSeats - 1;
inline constexpr int kHands = 0;                             // others' tiles in hand: 3 x 4
inline constexpr int kKongs = kHands + kOthers * kCopies;    // others' concealed kongs: 3
inline constexpr int kDraws = kKongs + kOthers;              // four walls' next tiles: 4 x 5
inline constexpr int kWalls = kDraws + kSeats * kNextDraws;  // all tiles left in them: 4 x 4
}  // namespace hidden_channel

inline constexpr int kHiddenChannels = hidden_channel::kWalls + kSeats * kCopies;
inline constexpr std::size_t kHiddenCells = std::size_t{kHiddenChannels} * kTileKinds;

// [kHiddenChannels, 34], 0 and 1. Flowers in the walls are left out; they are replaced at once.
void write_hidden(const Game& game, int seat, std::span<std::uint8_t, kHiddenCells> cells);

}  // namespace mj

// Moves: the 109 moves that a network chooses from, as in mj_bot.nets.moves.
#pragma once

#include "core/action.hpp"

namespace mj {

inline constexpr int kConcealedKongMove = kTileKinds;
inline constexpr int kAddedKongMove = 2 * kTileKinds;
inline constexpr int kPassMove = 3 * kTileKinds;
inline constexpr int kHuMove = kPassMove + 1;
inline constexpr int kKongMove = kPassMove + 2;
inline constexpr int kPungMove = kPassMove + 3;
inline constexpr int kChowMove = kPassMove + 4;
inline constexpr int kMoves = kChowMove + 3;
inline constexpr std::uint8_t kNoMove = 255;

// The move of an action when `offered` may be claimed; a chow or pung has the move of the claim,
// whatever its discard. kNoMove is possible for an action that is not legal there.
std::uint8_t move_of(const Action& action, Tile offered);

// The action of a move below kMoves; `discard` is used for a chow or pung. It may be illegal.
Action action_of_move(int move, Tile discard, Tile offered);

}  // namespace mj

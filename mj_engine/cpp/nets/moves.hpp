// Moves: the 109 that a network chooses from, as in mj_bot.nets.moves.
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

// The move of an action while `offered` may be claimed: for a chow or pung that of the claim. An
// action that is not legal there may have none: kNoMove.
std::uint8_t move_of(const Action& action, Tile offered);

// The action of a move below kMoves; `discard` goes with a chow or pung. It need not be legal.
Action action_of_move(int move, Tile discard, Tile offered);

}  // namespace mj

// Winning forms other than four sets and a pair: seven pairs, orphans, the knitted ones.
// Its twin: mj_bot/shanten/.
#pragma once

#include "core/tile.hpp"

namespace mj::shanten {

inline constexpr int kOrphans = 13;
inline constexpr std::array<Tile, kOrphans> kOrphanTiles{0,  8,  9,  17, 18, 26, 27,
                                                         28, 29, 30, 31, 32, 33};

// The six knitted straights: nine tiles each, three of characters, three of dots, three of bamboos.
inline constexpr int kStraights = 6;
inline constexpr int kStraightTiles = 9;
using Straight = std::array<Tile, kStraightTiles>;
extern const std::array<Straight, kStraights> kKnittedStraights;

int seven_pairs_distance(const Counts& hand);
int thirteen_orphans_distance(const Counts& hand);
int honors_and_knitted_distance(const Counts& hand);

// How many kinds of a straight the hand has.
int kinds_of(const Counts& hand, const Straight& straight);

// The tiles that lower the distance, as bits; call it only for a form at the least distance.
std::uint64_t seven_pairs_effective(const Counts& hand);
std::uint64_t thirteen_orphans_effective(const Counts& hand);
std::uint64_t honors_and_knitted_effective(const Counts& hand, int distance);

}  // namespace mj::shanten

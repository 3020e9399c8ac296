// Tiles: kinds as small numbers, their codes on the wire, counts.
// Its twin: mj_bot/tiles.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace mj {

// 0-8 characters W1-W9, 9-17 dots B1-B9, 18-26 bamboos T1-T9, 27-30 winds F1-F4 (east south west
// north), 31-33 dragons J1-J3 (red green white), 34-41 flowers H1-H8, which are never in a hand.
using Tile = std::uint8_t;

inline constexpr int kTileKinds = 34;
inline constexpr int kFlowerKinds = 8;
inline constexpr int kAllKinds = kTileKinds + kFlowerKinds;
inline constexpr int kCopies = 4;
inline constexpr int kSeats = 4;
inline constexpr int kHandSize = 13;
inline constexpr int kSuitSize = 9;
inline constexpr int kSuits = 3;
inline constexpr Tile kFirstHonour = 27;
inline constexpr Tile kFirstDragon = 31;
inline constexpr Tile kNoTile = 255;

// The number of copies of each of the 34 kinds.
using Counts = std::array<std::uint8_t, kTileKinds>;

constexpr bool is_suited(Tile tile) { return tile < kFirstHonour; }
constexpr bool is_honour(Tile tile) { return tile >= kFirstHonour && tile < kTileKinds; }
constexpr bool is_flower(Tile tile) { return tile >= kTileKinds && tile < kAllKinds; }

// 0 characters, 1 dots, 2 bamboos, 3 honours.
constexpr int suit_of(Tile tile) { return tile / kSuitSize; }

// The five types (three suits, winds, dragons), by their first tiles.
inline constexpr int kTypes = 5;
inline constexpr std::array<Tile, kTypes + 1> kFirstOfType{
    0, kSuitSize, 2 * kSuitSize, kFirstHonour, kFirstDragon, kTileKinds};
constexpr int type_of(Tile tile) { return tile >= kFirstDragon ? kTypes - 1 : suit_of(tile); }

// The place in its suit, from 0: for a suited tile its number minus one.
constexpr int place_of(Tile tile) { return tile % kSuitSize; }

// Whether it can be the middle of a chow: a suited tile with neighbours on both sides.
constexpr bool is_chow_middle(Tile tile) {
    return is_suited(tile) && place_of(tile) > 0 && place_of(tile) < kSuitSize - 1;
}

constexpr int sum_of(const Counts& counts) {
    int sum = 0;
    for (const auto count : counts) sum += count;
    return sum;
}

// The code of a tile 0-41, such as W1 or H8.
std::string_view code_of(Tile tile);

// The tile (0-41) of a code; kNoTile if there is none.
Tile tile_of(std::string_view code);

}  // namespace mj

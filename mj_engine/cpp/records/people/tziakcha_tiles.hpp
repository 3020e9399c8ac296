// The tiles of tziakcha's records by their numbers, and where its wall begins.
#pragma once

#include <vector>

#include "records/values.hpp"

namespace mj {

inline constexpr int kFirstTziakchaFlower = kTileKinds * kCopies;

// Our tile of a kind 0-33; they have bamboo before dots.
Tile tziakcha_kind(int kind, Trouble& trouble);

// Our tile of a number 0-143, four of each kind and the flowers behind them.
Tile tziakcha_tile(int number, Trouble& trouble);

// The wall of a hand from its front on, as 0-143.
std::vector<int> tziakcha_wall(const JsonValue& step, Trouble& trouble);

}  // namespace mj

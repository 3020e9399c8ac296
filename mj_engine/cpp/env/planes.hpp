// Planes: what a seat sees as arrays of 0 and 1 for a network, and as a few plain numbers.
#pragma once

#include <span>

#include "core/view.hpp"

namespace mj {

// Nine rows of 34 counts, seats from one's own on (own, next, opposite, before): own hand, the four
// seats' melds, the four seats' discards. Another seat's concealed kong is in none.
inline constexpr int kRows = 9;
using PlaneRows = std::array<Counts, kRows>;
inline constexpr std::size_t kRowCells = std::size_t{kTileKinds} * kCopies;
inline constexpr std::size_t kPlaneCells = kRows * kRowCells;
inline constexpr int kMostHistory = 6;

PlaneRows rows_of(const View& view);

// A row [34, 4]: of a tile held n times the first n places are 1.
void write_planes(const PlaneRows& rows, std::span<std::uint8_t, kPlaneCells> cells);

// The numbers beside them, places named in kScalarNames; 255 for no tile.
inline constexpr std::array<const char*, 16> kScalarNames{
    "seat",      "prevalent_wind", "decision",  "drawn",    "offered",   "turn",
    "wall_0",    "wall_1",         "wall_2",    "wall_3",   "flowers_0", "flowers_1",
    "flowers_2", "flowers_3",      "replacing", "wall_last"};
using Scalars = std::array<std::uint8_t, kScalarNames.size()>;

Scalars scalars_of(const View& view);

}  // namespace mj

// Columns: the discards that differ, by which targets do not need them.
// Its twin: mj_bot/odds/value/hand_value.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "odds/hand_context.hpp"

namespace mj {

// More kinds of tiles than a hand holds.
inline constexpr int kMostColumns = 16;

struct Columns {
    unsigned discards = 0;                            // how many there are; 1 for none at all
    std::array<Tile, kMostColumns> tile{};            // of each discard
    std::array<std::uint8_t, kMostColumns> column{};  // of each discard; equal ones share one
    unsigned size = 0;                                // different columns
    std::vector<std::uint16_t> spare;                 // for each target, columns it does not need
};

// The discards of the hand as columns; without a discard one column that no target needs.
void find_columns(const HandContext& context, std::span<const TargetHand> targets, bool discarding,
                  Columns& columns);

}  // namespace mj

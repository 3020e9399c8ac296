// Columns: groups discards by which targets can spare them.
// Its twin: mj_bot/odds/value/hand_value.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "odds/hand_context.hpp"

namespace mj {

// More than the kinds of tiles in any hand.
inline constexpr int kMostColumns = 16;

struct Columns {
    unsigned discards = 0;                            // their number; 1 if nothing is discarded
    std::array<Tile, kMostColumns> tile{};            // of each discard
    std::array<std::uint8_t, kMostColumns> column{};  // of each discard; equivalent ones share one
    unsigned size = 0;                                // the number of columns
    std::vector<std::uint16_t> spare;                 // per target, the columns it can spare
};

// The columns of the hand's discards; when not discarding, one column that every target needs.
void find_columns(const HandContext& context, std::span<const TargetHand> targets, bool discarding,
                  Columns& columns);

}  // namespace mj

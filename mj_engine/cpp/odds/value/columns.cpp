#include "odds/value/columns.hpp"

#include <algorithm>

namespace mj {

namespace {

bool equal(const std::vector<std::uint16_t>& masks, unsigned one, unsigned other) {
    return std::ranges::all_of(
        masks, [&](unsigned mask) { return ((mask >> one ^ mask >> other) & 1U) == 0; });
}

}  // namespace

void find_columns(const HandContext& context, std::span<const TargetHand> targets, bool discarding,
                  Columns& columns) {
    columns.discards = columns.size = 1;
    columns.tile[0] = kNoTile;
    columns.column[0] = 0;
    columns.spare.assign(targets.size(), 1);
    if (!discarding) return;
    columns.discards = 0;
    Multiset held;  // what the hand and the melds have of its discards
    std::array<std::uint8_t, kTileKinds> discard_of{};
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (context.hand[tile] == 0) continue;
        held.add(tile, context.have[tile]);
        discard_of[tile] = static_cast<std::uint8_t>(columns.discards);
        columns.tile[columns.discards++] = static_cast<Tile>(tile);
    }
    for (std::size_t target = 0; target < targets.size(); ++target) {
        unsigned mask = 0;
        held.without(targets[target].tiles).each_taken([&](unsigned tile, const Multiset&) {
            mask |= 1U << discard_of[tile];
        });
        columns.spare[target] = static_cast<std::uint16_t>(mask);
    }
    std::array<unsigned, kMostColumns> first{};
    columns.size = 0;
    for (unsigned discard = 0; discard < columns.discards; ++discard) {
        unsigned column = 0;
        while (column < columns.size && !equal(columns.spare, first[column], discard)) ++column;
        if (column == columns.size) first[columns.size++] = discard;
        columns.column[discard] = static_cast<std::uint8_t>(column);
    }
    if (columns.size == columns.discards) return;
    for (auto& mask : columns.spare) {
        unsigned told_apart = 0;
        for (unsigned column = 0; column < columns.size; ++column) {
            told_apart |= (unsigned{mask} >> first[column] & 1U) << column;
        }
        mask = static_cast<std::uint16_t>(told_apart);
    }
}

}  // namespace mj

#include "odds/columns.hpp"

namespace mj {

namespace {

bool equal(const std::vector<std::uint16_t>& masks, int one, int other) {
    for (const unsigned mask : masks) {
        if ((mask >> one ^ mask >> other) & 1U) return false;
    }
    return true;
}

}  // namespace

void find_columns(const Racer& racer, std::span<const Shape> shapes, bool discarding,
                  Columns& columns) {
    columns.discards = columns.size = 1;
    columns.tile[0] = kNoTile;
    columns.column[0] = 0;
    columns.spare.assign(shapes.size(), 1);
    if (!discarding) return;
    columns.discards = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (racer.hand[tile] != 0) columns.tile[columns.discards++] = static_cast<Tile>(tile);
    }
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        unsigned mask = 0;
        for (int discard = 0; discard < columns.discards; ++discard) {
            const Tile tile = columns.tile[discard];
            mask |= unsigned{shapes[shape].counts[tile] < racer.have[tile]} << discard;
        }
        columns.spare[shape] = static_cast<std::uint16_t>(mask);
    }
    std::array<int, kMostColumns> first{};
    columns.size = 0;
    for (int discard = 0; discard < columns.discards; ++discard) {
        int column = 0;
        while (column < columns.size && !equal(columns.spare, first[column], discard)) ++column;
        if (column == columns.size) first[columns.size++] = discard;
        columns.column[discard] = static_cast<std::uint8_t>(column);
    }
    for (auto& mask : columns.spare) {
        unsigned told_apart = 0;
        for (int column = 0; column < columns.size; ++column) {
            told_apart |= (unsigned{mask} >> first[column] & 1U) << column;
        }
        mask = static_cast<std::uint16_t>(told_apart);
    }
}

}  // namespace mj

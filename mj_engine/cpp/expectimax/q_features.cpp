#include "expectimax/q_features.hpp"

#include <algorithm>

namespace mj {

namespace {

std::span<std::uint8_t> row_of(QFeatures& rows, int row) {
    return std::span(rows).subspan(row * kTileKinds, kTileKinds);
}

void unary(QFeatures& rows, int first, const Counts& counts) {
    for (int copy = 0; copy < kCopies; ++copy) {
        for (int tile = 0; tile < kTileKinds; ++tile) {
            rows[(first + copy) * kTileKinds + tile] = counts[tile] > copy ? 1 : 0;
        }
    }
}

// The number of each tile in the melds, as far as known.
void tiles_in(std::span<std::uint8_t> row, const Melds& melds) {
    std::ranges::fill(row, std::uint8_t{0});
    for (const Meld& meld : melds) {
        if (meld.tile == kNoTile) continue;
        if (meld.kind == MeldKind::Chow) {
            for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) ++row[tile];
        } else {
            row[meld.tile] += meld.kind == MeldKind::Pung ? 3 : kCopies;
        }
    }
}

}  // namespace

QFeatures q_features_of(const GameState& state) {
    QFeatures rows{};
    unary(rows, q_row::kHand, state.hand);
    unary(rows, q_row::kUnseen, state.unseen);
    for (int step = 0; step < kSeats; ++step) {
        const int seat = (state.seat + step) % kSeats;
        tiles_in(row_of(rows, q_row::kMelds + step), state.melds[seat]);
        const auto thrown = row_of(rows, q_row::kDiscards + step);
        for (const Discard& discard : state.discards[seat]) ++thrown[discard.tile];
    }
    row_of(rows, q_row::kSeatWind)[kFirstHonour + state.seat] = 1;
    row_of(rows, q_row::kPrevalentWind)[kFirstHonour + state.prevalent_wind] = 1;
    std::ranges::fill(row_of(rows, q_row::kMeldCount), state.own_melds().size);
    std::ranges::fill(row_of(rows, q_row::kTurn), state.discards[state.seat].size);
    std::ranges::fill(row_of(rows, q_row::kLeft), state.walls[state.seat]);
    return rows;
}

QFeatures q_features_in_tree(const QFeatures& root, const Melds& melds, int left) {
    QFeatures rows = root;
    tiles_in(row_of(rows, q_row::kMelds), melds);
    std::ranges::fill(row_of(rows, q_row::kMeldCount), melds.size);
    // In the tree each draw is followed by a discard.
    const int drawn = root[q_row::kLeft * kTileKinds] - left;
    for (std::uint8_t& turn : row_of(rows, q_row::kTurn)) turn += static_cast<std::uint8_t>(drawn);
    std::ranges::fill(row_of(rows, q_row::kLeft), static_cast<std::uint8_t>(left));
    return rows;
}

}  // namespace mj

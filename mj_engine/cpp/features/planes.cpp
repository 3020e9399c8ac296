#include "features/planes.hpp"

#include <cstring>

namespace mj {

namespace {

constexpr int kFirstMelds = 1;
constexpr int kFirstDiscards = kFirstMelds + kSeats;

void add_meld(const Meld& meld, Counts& row) {
    if (meld.tile == kNoTile) return;
    if (meld.kind == MeldKind::Chow) {
        for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) ++row[tile];
    } else {
        row[meld.tile] += meld.kind == MeldKind::Pung ? 3 : 4;  // the fourth copy may be in a chow
    }
}

void write_rows(const PlaneRows& rows, std::uint8_t* cell) {
    constexpr std::array<std::array<std::uint8_t, kCopies>, kCopies + 1> kUnary{
        {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}};
    for (const Counts& row : rows) {
        for (const std::uint8_t count : row) {
            std::memcpy(cell, kUnary[count].data(), kCopies);
            cell += kCopies;
        }
    }
}

}  // namespace

PlaneRows rows_of(const GameState& state) {
    PlaneRows rows{};
    rows[0] = state.hand;
    for (int step = 0; step < kSeats; ++step) {
        const int seat = (state.seat + step) % kSeats;
        for (const Meld& meld : state.melds[seat]) add_meld(meld, rows[kFirstMelds + step]);
        for (const Discard discard : state.discards[seat])
            ++rows[kFirstDiscards + step][discard.tile];
    }
    return rows;
}

void PlaneHistory::see(const GameState& state) {
    if (length_ == 0) return;
    if (grown(state)) {
        for (int back = length_ - 1; back > 0; --back) earlier_[back] = earlier_[back - 1];
        earlier_[0] = decided_;
    }
    decided_ = rows_of(state);
    discards_ = state.discards[state.seat].size;
}

void write_planes(const GameState& state, const PlaneHistory& history,
                  std::span<std::uint8_t> cells) {
    std::uint8_t* cell = cells.data();
    write_rows(rows_of(state), cell);
    for (int back = 0; back < history.length(); ++back) {
        cell += kPlaneCells;
        write_rows(history.before(state, back), cell);
    }
}

}  // namespace mj

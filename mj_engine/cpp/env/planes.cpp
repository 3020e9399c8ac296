#include "env/planes.hpp"

#include <cstring>

namespace mj {

namespace {

constexpr int kMeldRows = 1;
constexpr int kDiscardRows = kMeldRows + kSeats;

void add_meld(const Meld& meld, Counts& row) {
    if (meld.tile == kNoTile) return;
    if (meld.kind == MeldKind::Chow) {
        for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) ++row[tile];
    } else {
        row[meld.tile] = meld.kind == MeldKind::Pung ? 3 : 4;
    }
}

}  // namespace

PlaneRows rows_of(const View& view) {
    PlaneRows rows{};
    rows[0] = view.hand;
    for (int step = 0; step < kSeats; ++step) {
        const int seat = (view.seat + step) % kSeats;
        for (const Meld& meld : view.melds[seat]) add_meld(meld, rows[kMeldRows + step]);
        for (const Discard discard : view.discards[seat]) ++rows[kDiscardRows + step][discard.tile];
    }
    return rows;
}

void write_planes(const PlaneRows& rows, std::span<std::uint8_t, kPlaneCells> cells) {
    constexpr std::array<std::array<std::uint8_t, kCopies>, kCopies + 1> kUnary{
        {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}};
    std::uint8_t* cell = cells.data();
    for (const Counts& row : rows) {
        for (const std::uint8_t count : row) {
            std::memcpy(cell, kUnary[count].data(), kCopies);
            cell += kCopies;
        }
    }
}

Scalars scalars_of(const View& view) {
    Scalars scalars{view.seat,
                    view.prevalent_wind,
                    static_cast<std::uint8_t>(view.decision),
                    view.drawn,
                    view.offered,
                    static_cast<std::uint8_t>((view.turn - view.seat + kSeats) % kSeats)};
    constexpr std::size_t kWalls = 6;
    constexpr std::size_t kFlowers = kWalls + kSeats;
    for (std::size_t step = 0; step < kSeats; ++step) {
        const std::size_t seat = (view.seat + step) % kSeats;
        scalars[kWalls + step] = view.walls[seat];
        scalars[kFlowers + step] = view.flowers[seat];
    }
    scalars[kFlowers + kSeats] = static_cast<std::uint8_t>(view.replacing);
    scalars[kFlowers + kSeats + 1] = static_cast<std::uint8_t>(view.wall_last());
    return scalars;
}

}  // namespace mj

// Melds: the chows, pungs and kongs (CHI, PENG, GANG on the wire) that lie on the table.
// Its twin: mj_bot/melds.py.
#pragma once

#include "core/tile.hpp"

namespace mj {

enum class MeldKind : std::uint8_t { Chow, Pung, Kong };

// One meld of one seat.
struct Meld {
    MeldKind kind;
    Tile tile;  // for a chow the middle; kNoTile for another seat's concealed kong
    // Of a pung or kong where its tile came from, seen from the owner: 1 the seat before (left),
    // 2 opposite, 3 the seat after (right), 0 a concealed kong. Of a chow which of its three tiles
    // was claimed, 1-3.
    std::uint8_t offer;
    bool added;  // a kong made from a melded pung

    [[nodiscard]] constexpr bool concealed() const { return kind == MeldKind::Kong && offer == 0; }
    constexpr bool operator==(const Meld&) const = default;
};

// Up to four melds, as a plain value.
struct Melds {
    std::array<Meld, 4> of{};
    std::uint8_t size = 0;

    [[nodiscard]] constexpr const Meld* begin() const { return of.data(); }
    [[nodiscard]] constexpr const Meld* end() const { return of.data() + size; }
    [[nodiscard]] constexpr Meld* begin() { return of.data(); }
    [[nodiscard]] constexpr Meld* end() { return of.data() + size; }
    constexpr const Meld& operator[](int place) const { return of[place]; }
    constexpr void push(const Meld& meld) { of[size++] = meld; }
    constexpr bool operator==(const Melds&) const = default;
};

// Where a claimed tile came from: 1 the seat before the owner, 2 opposite, 3 the seat after.
constexpr std::uint8_t offer_of(int owner, int giver) {
    return static_cast<std::uint8_t>((owner - giver + kSeats) % kSeats);
}

// Which tile of the run (1-3) was claimed; 0 if the tile is not in the run.
constexpr std::uint8_t chow_offer(Tile middle, Tile claimed) {
    const int offer = claimed - middle + 2;
    return offer >= 1 && offer <= 3 && is_suited(claimed) ? static_cast<std::uint8_t>(offer) : 0;
}

}  // namespace mj

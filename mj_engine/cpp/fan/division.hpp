// Divides hands into four sets and a pair, in every possible way.
#pragma once

#include "core/meld.hpp"
#include "core/tile.hpp"

namespace mj::fan {

inline constexpr int kSets = 4;

// One set of a division.
struct Set {
    MeldKind kind;
    Tile tile;       // for a chow the middle tile
    bool from_hand;  // not a meld on the table: it can hold the winning tile
    bool concealed;  // counts as a concealed pung, if it is a pung or kong

    [[nodiscard]] constexpr bool is_chow() const { return kind == MeldKind::Chow; }
    [[nodiscard]] constexpr bool has(Tile other) const {
        return is_chow() ? other + 1 >= tile && other <= tile + 1 : other == tile;
    }
};

// Sets and a pair: those of the hand first, then the melds. With a Knitted Straight: the last set.
struct Division {
    std::array<Set, kSets> sets{};
    int size = 0;
    Tile pair = kNoTile;

    [[nodiscard]] constexpr const Set* begin() const { return sets.data(); }
    [[nodiscard]] constexpr const Set* end() const { return sets.data() + size; }
    [[nodiscard]] constexpr Set* begin() { return sets.data(); }
    [[nodiscard]] constexpr Set* end() { return sets.data() + size; }
    constexpr void push(const Set& set) { sets[size++] = set; }
};

// The most that any hand of one suit has, by enumeration: 4 divisions for 14 tiles (118,800 hands),
// 3, 2, 1 and 1 for 11, 8, 5 and 2. Hands of more suits have the product.
inline constexpr int kMostDivisions = 4;

// All divisions of one hand.
struct Divisions {
    std::array<Division, kMostDivisions> of{};
    int size = 0;

    [[nodiscard]] Division* begin() { return of.data(); }
    [[nodiscard]] Division* end() { return of.data() + size; }
};

// Divides the concealed tiles (with the winning one) into sets and a pair, and adds the melds.
void divide(const Counts& tiles, const Melds& melds, Divisions& out);

}  // namespace mj::fan

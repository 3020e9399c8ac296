#include "fan/tile_fans.hpp"

#include <bit>
#include <initializer_list>

#include "fan/kinds.hpp"

namespace mj::fan {

namespace {

// The same numbers in all three suits.
constexpr Kinds numbers(int first, int last) {
    Kinds kinds = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        for (int number = first; number <= last; ++number)
            kinds |= bit(suit * kSuitSize + number - 1);
    }
    return kinds;
}

// Some numbers of one suit.
constexpr Kinds of_suit(int suit, std::initializer_list<int> some) {
    Kinds kinds = 0;
    for (const int number : some) kinds |= bit(suit * kSuitSize + number - 1);
    return kinds;
}

constexpr Kinds kWinds = range(27, 30);
constexpr Kinds kDragons = range(31, 33);
constexpr Kinds kGreen = of_suit(2, {2, 3, 4, 6, 8}) | bit(32);
constexpr Kinds kReversible =
    of_suit(1, {1, 2, 3, 4, 5, 8, 9}) | of_suit(2, {2, 4, 5, 6, 8, 9}) | bit(33);
constexpr std::array<Kinds, kSuits> kSuitKinds{range(0, 8), range(9, 17), range(18, 26)};

void add_numbers(Kinds kinds, Tally& tally) {
    tally.add_if(within(kinds, numbers(2, 8)), Fan::AllSimples);
    if (within(kinds, numbers(6, 9))) {
        tally.add(within(kinds, numbers(7, 9)) ? Fan::UpperTiles : Fan::UpperFour);
    } else if (within(kinds, numbers(1, 4))) {
        tally.add(within(kinds, numbers(1, 3)) ? Fan::LowerTiles : Fan::LowerFour);
    } else if (within(kinds, numbers(4, 6))) {
        tally.add(Fan::MiddleTiles);
    }
}

void add_suits(Kinds kinds, Tally& tally) {
    int suits = 0;
    for (const Kinds suit : kSuitKinds) suits += (kinds & suit) != 0 ? 1 : 0;
    const bool honours = (kinds & kHonourKinds) != 0;
    tally.add_if(!honours, Fan::NoHonors);
    if (suits == 2) tally.add(Fan::OneVoidedSuit);
    if (suits == 1) tally.add(honours ? Fan::HalfFlush : Fan::FullFlush);
    tally.add_if(suits == 3 && (kinds & kWinds) != 0 && (kinds & kDragons) != 0, Fan::AllTypes);
}

// All Honors, All Terminals, or both together.
void add_orphans(Kinds kinds, Tally& tally) {
    if (within(kinds, kHonourKinds)) {
        tally.add(Fan::AllHonors);
    } else if (within(kinds, kTerminalKinds)) {
        tally.add(Fan::AllTerminals);
    } else if (within(kinds, kTerminalKinds | kHonourKinds)) {
        tally.add(Fan::AllTerminalsAndHonors);
    }
}

}  // namespace

void add_tile_fans(const Counts& concealed, const Melds& melds, Tally& tally) {
    Counts all = concealed;
    Kinds kongs = 0;
    for (const Meld& meld : melds) {
        if (meld.kind == MeldKind::Chow) {
            for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) ++all[tile];
        } else {
            all[meld.tile] = static_cast<std::uint8_t>(all[meld.tile] + 3);
            if (meld.kind == MeldKind::Kong) kongs |= bit(meld.tile);
        }
    }
    const Kinds kinds = kinds_of(all);
    tally.add(Fan::TileHog, std::popcount(fours_of(all) & ~kongs));
    add_suits(kinds, tally);
    add_numbers(kinds, tally);
    add_orphans(kinds, tally);
    tally.add_if(within(kinds, kGreen), Fan::AllGreen);
    tally.add_if(within(kinds, kReversible), Fan::ReversibleTiles);
}

}  // namespace mj::fan

#include "fan/set_fans.hpp"

#include <algorithm>

namespace mj::fan {

namespace {

constexpr bool is_orphan(Tile tile) {
    return is_honour(tile) || place_of(tile) == 0 || place_of(tile) == kSuitSize - 1;
}

constexpr bool is_even(Tile tile) { return is_suited(tile) && place_of(tile) % 2 == 1; }

constexpr bool is_five(Tile tile) { return is_suited(tile) && place_of(tile) == 4; }

bool has_orphan(const Set& set) {
    if (!set.is_chow()) return is_orphan(set.tile);
    return place_of(set.tile) == 1 || place_of(set.tile) == kSuitSize - 2;
}

bool has_five(const Set& set) {
    if (!set.is_chow()) return is_five(set.tile);
    return place_of(set.tile) >= 3 && place_of(set.tile) <= 5;
}

}  // namespace

void add_set_fans(const Division& division, Tally& tally) {
    const Tile pair = division.pair;
    const auto chows =
        std::ranges::count_if(division, [](const Set& set) { return set.is_chow(); });
    if (chows == 0) {
        const bool even = is_even(pair) && std::ranges::all_of(division, [](const Set& set) {
                              return is_even(set.tile);
                          });
        tally.add(even ? Fan::AllEvenPungs : Fan::AllPungs);
    }
    tally.add_if(chows == kSets && is_suited(pair), Fan::AllChows);
    tally.add_if(is_orphan(pair) && std::ranges::all_of(division, has_orphan), Fan::OutsideHand);
    tally.add_if(is_five(pair) && std::ranges::all_of(division, has_five), Fan::AllFive);
}

}  // namespace mj::fan

#include "fan/chow_fans.hpp"

#include <algorithm>
#include <optional>

#include "fan/best_triple.hpp"

namespace mj::fan {

namespace {

// Two-chow fans, in order of preference when not all of them can count.
constexpr std::array<Fan, 4> kPairFans{Fan::PureDoubleChow, Fan::MixedDoubleChow,
                                       Fan::ShortStraight, Fan::TwoTerminalChows};

// The middles of a hand's chows.
SortedTiles chows_of(const Division& division) {
    SortedTiles chows;
    for (const Set& set : division) {
        if (set.is_chow()) chows.insert(set.tile);
    }
    return chows;
}

// The only fan that two sorted chows can make.
std::optional<Fan> pair_fan(Tile low, Tile high) {
    if (low == high) return Fan::PureDoubleChow;
    if (suit_of(low) != suit_of(high)) {
        if (place_of(low) == place_of(high)) return Fan::MixedDoubleChow;
        return std::nullopt;
    }
    if (high - low == 3) return Fan::ShortStraight;
    if (high - low == 6) return Fan::TwoTerminalChows;
    return std::nullopt;
}

// The fan of three chows of one suit, by their distances.
std::optional<Fan> pure_triple(int first, int second) {
    if (first != second) return std::nullopt;
    if (first == 0) return Fan::PureTripleChow;
    if (first == 3) return Fan::PureStraight;
    if (first == 1 || first == 2) return Fan::PureShiftedChows;
    return std::nullopt;
}

// The fan of three chows of three suits, by the distances of their numbers.
std::optional<Fan> mixed_triple(Tile one, Tile two, Tile three) {
    SortedTiles places;
    for (const Tile tile : {one, two, three}) places.insert(static_cast<Tile>(place_of(tile)));
    const int step = places[1] - places[0];
    if (step != places[2] - places[1]) return std::nullopt;
    if (step == 0) return Fan::MixedTripleChow;
    if (step == 1) return Fan::MixedShiftedChows;
    if (step == 3) return Fan::MixedStraight;
    return std::nullopt;
}

// The fan of three sorted chows.
std::optional<Fan> fan_of_chows(Tile low, Tile middle, Tile high) {
    const bool apart = suit_of(low) != suit_of(middle);
    if (apart && suit_of(middle) != suit_of(high)) {
        return mixed_triple(low, middle, high);
    }
    if (apart || suit_of(low) != suit_of(high)) return std::nullopt;
    return pure_triple(middle - low, high - middle);
}

// The fan of four sorted chows of one suit.
std::optional<Fan> pure_four(const SortedTiles& middle) {
    if (suit_of(middle[0]) != suit_of(middle[3])) return std::nullopt;
    const int step = middle[1] - middle[0];
    if (step > 2 || middle[2] - middle[1] != step || middle[3] - middle[2] != step) {
        return std::nullopt;
    }
    return step == 0 ? Fan::QuadrupleChow : Fan::FourPureShiftedChows;
}

// The fan of 1-2-3 and 7-8-9 twice with a pair of fives (双龙会), if the hand is that.
std::optional<Fan> terminal_chows(const SortedTiles& middle, Tile pair) {
    if (!is_suited(pair) || place_of(pair) != 4) return std::nullopt;
    for (const Tile tile : middle) {
        if (place_of(tile) != 1 && place_of(tile) != 7) return std::nullopt;
    }
    const int suit = suit_of(pair);
    if (middle[0] == middle[1] && middle[2] == middle[3] && suit_of(middle[0]) == suit &&
        middle[2] == middle[0] + 6) {
        return Fan::PureTerminalChows;
    }
    const int low = suit_of(middle[0]);
    const int high = suit_of(middle[2]);
    if (middle[1] == middle[0] + 6 && middle[3] == middle[2] + 6 && low != high && low != suit &&
        high != suit) {
        return Fan::ThreeSuitedTerminalChows;
    }
    return std::nullopt;
}

// Two-chow fans as MahjongGB counts them ("combined once"): combinations must not close a circle,
// so n chows make at most n - 1. kPairFans gives the order of preference.
void add_pair_fans(const SortedTiles& chows, Tally& tally) {
    std::array<std::uint8_t, kSets> group{0, 1, 2, 3};
    for (const Fan wanted : kPairFans) {
        for (int low = 0; low < chows.size(); ++low) {
            for (int high = low + 1; high < chows.size(); ++high) {
                if (group[low] == group[high]) continue;
                if (pair_fan(chows[low], chows[high]) != wanted) continue;
                tally.add(wanted);
                const auto joined = group[high];
                for (auto& of : group) {
                    if (of == joined) of = group[low];
                }
            }
        }
    }
}

// The fourth chow may be combined once with one of the three that made a fan.
void add_fourth(const SortedTiles& chows, int fourth, Tally& tally) {
    for (const Fan wanted : kPairFans) {
        for (int other = 0; other < chows.size(); ++other) {
            if (other == fourth) continue;
            const Tile low = chows[std::min(fourth, other)];
            const Tile high = chows[std::max(fourth, other)];
            if (pair_fan(low, high) == wanted) {
                tally.add(wanted);
                return;
            }
        }
    }
}

}  // namespace

void add_chow_fans(const Division& division, Tally& tally) {
    const SortedTiles chows = chows_of(division);
    if (chows.size() < 2) return;
    if (chows.size() == 4) {
        auto fan = terminal_chows(chows, division.pair);
        if (!fan) fan = pure_four(chows);
        if (fan) {
            tally.add(*fan);
            return;
        }
    }
    if (chows.size() >= 3) {
        if (const auto triple = best_triple(chows, fan_of_chows)) {
            tally.add(triple->fan);
            if (chows.size() == 4) add_fourth(chows, triple->without, tally);
            return;
        }
    }
    add_pair_fans(chows, tally);
}

}  // namespace mj::fan

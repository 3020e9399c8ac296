#include "fan/whole.hpp"

#include <algorithm>
#include <cstring>

namespace mj::fan {

namespace {

// A group is a suit or the honours. It is whole if its tiles are only sets (a multiple of three),
// or sets and a pair (two more).
constexpr int kGroups = 4;
constexpr int kHonours = 3;

using Suit = std::array<std::uint8_t, kSuitSize>;

// Whether the tiles of a suit are only sets. The lowest tile is in pungs, or in one or two chows:
// three equal chows are three pungs.
bool are_sets(Suit left) {
    for (int place = 0; place < 7; ++place) {
        const auto chows = static_cast<std::uint8_t>(left[place] % 3);
        if (left[place + 1] < chows || left[place + 2] < chows) return false;
        left[place + 1] = static_cast<std::uint8_t>(left[place + 1] - chows);
        left[place + 2] = static_cast<std::uint8_t>(left[place + 2] - chows);
    }
    return left[7] % 3 == 0 && left[8] % 3 == 0;
}

// Whether they are sets and a pair. The places in a set sum to a multiple of three, so the sum of
// all places tells the pair's place modulo three: only one place in three has to be tried.
bool are_sets_and_pair(const Suit& tiles) {
    int sum = 0;
    for (int place = 0; place < kSuitSize; ++place) sum += place * tiles[place];
    for (int pair = 2 * sum % 3; pair < kSuitSize; pair += 3) {
        if (tiles[pair] < 2) continue;
        Suit left = tiles;
        left[pair] = static_cast<std::uint8_t>(left[pair] - 2);
        if (are_sets(left)) return true;
    }
    return false;
}

bool is_whole_suit(const Suit& tiles, int sum) {
    if (sum % 3 == 1) return false;
    return sum % 3 == 0 ? are_sets(tiles) : are_sets_and_pair(tiles);
}

// For honours: pungs and at most one pair; the number of tiles tells whether there is one.
bool are_whole_honours(const Suit& tiles) {
    int pairs = 0;
    for (const auto count : tiles) {
        if (count == 1 || count == 4) return false;
        pairs += count == 2 ? 1 : 0;
    }
    return pairs < 2;
}

// The tiles of a hand by group.
struct Groups {
    explicit Groups(const Counts& tiles) {
        for (int group = 0; group < kGroups; ++group) {
            const int places = group == kHonours ? kTileKinds - kFirstHonour : kSuitSize;
            const int first = group * kSuitSize;
            std::copy_n(&tiles[first], places, of[group].data());
            for (const auto count : of[group]) sum[group] += count;
        }
    }

    // Whether a group is whole; more: how many tiles were added to it.
    [[nodiscard]] bool is_whole(int group, int more = 0) const {
        return group == kHonours ? are_whole_honours(of[group])
                                 : is_whole_suit(of[group], sum[group] + more);
    }

    std::array<Suit, kGroups> of{};
    std::array<int, kGroups> sum{};
};

// Whether the sizes of the groups (plus one tile in `grown`) allow sets and one pair.
bool fit(const Groups& groups, int grown) {
    int pairs = 0;
    for (int group = 0; group < kGroups; ++group) {
        const int rest = (groups.sum[group] + (group == grown ? 1 : 0)) % 3;
        if (rest == 1) return false;
        pairs += rest == 2 ? 1 : 0;
    }
    return pairs == 1;
}

bool are_others_whole(const Groups& groups, int grown) {
    for (int group = 0; group < kGroups; ++group) {
        if (group != grown && !groups.is_whole(group)) return false;
    }
    return true;
}

// How many tiles make a group whole; stops counting at two.
int count_waits(Groups& groups, int grown) {
    int found = 0;
    Suit& tiles = groups.of[grown];
    for (int place = 0; place < kSuitSize && found < 2; ++place) {
        auto& count = tiles[place];
        const bool neighbours =
            (place > 0 && tiles[place - 1] > 0) || (place + 1 < kSuitSize && tiles[place + 1] > 0);
        if (count == 0 && (!neighbours || grown == kHonours)) continue;
        ++count;
        found += groups.is_whole(grown, 1) ? 1 : 0;
        --count;
    }
    return found;
}

}  // namespace

bool may_be_divided(const Counts& hand, Tile more) {
    int pairs = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        const int first = suit * kSuitSize;
        std::uint64_t eight = 0;
        std::memcpy(&eight, &hand[first], sizeof(eight));
        // The highest byte of the product is the sum of all eight, which are at most 14 tiles.
        const auto sum = static_cast<int>(eight * 0x0101010101010101U >> 56U) +
                         hand[first + kSuitSize - 1] + static_cast<int>(suit_of(more) == suit);
        if (sum % 3 == 1) return false;
        pairs += static_cast<int>(sum % 3 == 2);
    }
    return pairs < 2;
}

bool is_divided(const Counts& tiles) {
    const Groups groups(tiles);
    return fit(groups, -1) && are_others_whole(groups, -1);
}

bool waits_for_one(const Counts& hand) {
    Groups groups(hand);
    int found = 0;
    for (int group = 0; group < kGroups && found < 2; ++group) {
        if (fit(groups, group) && are_others_whole(groups, group)) {
            found += count_waits(groups, group);
        }
    }
    return found == 1;
}

}  // namespace mj::fan

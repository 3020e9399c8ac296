#include "fan/whole.hpp"

#include <algorithm>
#include <span>

namespace mj::fan {

namespace {

using Suit = std::array<std::uint8_t, kSuitSize>;

// Whether the tiles of a suit are sets only. The lowest tile is in one chow or two, or else in
// pungs: three equal chows are three pungs.
bool are_sets(Suit left) {
    for (int place = 0; place < 7; ++place) {
        const int chows = left[place] % 3;
        if (left[place + 1] < chows || left[place + 2] < chows) return false;
        left[place + 1] = static_cast<std::uint8_t>(left[place + 1] - chows);
        left[place + 2] = static_cast<std::uint8_t>(left[place + 2] - chows);
    }
    return left[7] % 3 == 0 && left[8] % 3 == 0;
}

// Whether they are sets and a pair. The places of a set's tiles sum to a multiple of three, so
// twice the pair's place is the rest of the sum: one place in three can be the pair's.
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

}  // namespace

bool is_divided(const Counts& tiles) {
    int pairs = 0;
    for (int tile = kFirstHonour; tile < kTileKinds; ++tile) {
        if (tiles[tile] % 3 == 1) return false;
        pairs += tiles[tile] == 2 ? 1 : 0;
    }
    std::array<Suit, kSuits> suits{};
    std::array<int, kSuits> sums{};
    for (int suit = 0; suit < kSuits; ++suit) {
        std::copy_n(tiles.begin() + suit * kSuitSize, kSuitSize, suits[suit].begin());
        for (const auto count : suits[suit]) sums[suit] += count;
        if (sums[suit] % 3 == 1) return false;
        pairs += sums[suit] % 3 == 2 ? 1 : 0;
    }
    if (pairs != 1) return false;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (!(sums[suit] % 3 == 2 ? are_sets_and_pair(suits[suit]) : are_sets(suits[suit]))) return false;
    }
    return true;
}

}  // namespace mj::fan

#include "shanten/forms.hpp"

#include <algorithm>

namespace mj::shanten {

namespace {

constexpr std::array<Straight, kStraights> straights() noexcept {
    constexpr std::array<std::array<int, kSuits>, kStraights> orders{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    std::array<Straight, kStraights> found{};
    for (int way = 0; way < kStraights; ++way) {
        for (int place = 0; place < kStraightTiles; ++place) {
            const int suit = place / 3;
            found[way][place] =
                static_cast<Tile>(kSuitSize * suit + orders[way][suit] + 3 * (place % 3));
        }
    }
    return found;
}

constexpr std::uint64_t bit(Tile tile) { return std::uint64_t{1} << tile; }

int most_kinds(const Counts& hand) {
    int most = 0;
    for (const Straight& straight : kKnittedStraights) {
        most = std::max(most, kinds_of(hand, straight));
    }
    return most;
}

bool has_paired_orphan(const Counts& hand) {
    return std::ranges::any_of(kOrphanTiles, [&](Tile tile) { return hand[tile] > 1; });
}

}  // namespace

constinit const std::array<Straight, kStraights> kKnittedStraights = straights();

int kinds_of(const Counts& hand, const Straight& straight) {
    int kinds = 0;
    for (const Tile tile : straight) kinds += static_cast<int>(hand[tile] > 0);
    return kinds;
}

int seven_pairs_distance(const Counts& hand) {
    int pairs = 0;
    for (const auto count : hand) pairs += count / 2;
    return 6 - pairs;
}

std::uint64_t seven_pairs_effective(const Counts& hand) {
    std::uint64_t effective = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (hand[tile] % 2 == 1) effective |= bit(tile);
    }
    return effective;
}

int thirteen_orphans_distance(const Counts& hand) {
    int kinds = 0;
    for (const Tile tile : kOrphanTiles) kinds += static_cast<int>(hand[tile] > 0);
    return kOrphans - kinds - static_cast<int>(has_paired_orphan(hand));
}

std::uint64_t thirteen_orphans_effective(const Counts& hand) {
    const bool paired = has_paired_orphan(hand);
    std::uint64_t effective = 0;
    for (const Tile tile : kOrphanTiles) {
        if (!paired || hand[tile] == 0) effective |= bit(tile);
    }
    return effective;
}

int honors_and_knitted_distance(const Counts& hand) {
    int honours = 0;
    for (Tile tile = kFirstHonour; tile < kTileKinds; ++tile) {
        honours += static_cast<int>(hand[tile] > 0);
    }
    return 13 - honours - most_kinds(hand);
}

std::uint64_t honors_and_knitted_effective(const Counts& hand, int distance) {
    if (distance < 0) return 0;
    std::uint64_t effective = 0;
    for (Tile tile = kFirstHonour; tile < kTileKinds; ++tile) {
        if (hand[tile] == 0) effective |= bit(tile);
    }
    const int most = most_kinds(hand);
    for (const Straight& straight : kKnittedStraights) {
        if (kinds_of(hand, straight) != most) continue;
        for (const Tile tile : straight) {
            if (hand[tile] == 0) effective |= bit(tile);
        }
    }
    return effective;
}

}  // namespace mj::shanten

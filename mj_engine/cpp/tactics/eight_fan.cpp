#include "tactics/eight_fan.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace mj {

namespace {

constexpr int kMostMissing = 3;  // most games end before more tiles come
constexpr int kSetsAndPair = 5;

constexpr int kWinds = 3;  // the type after the suits

// All Pungs: no chow, and all four pungs and the pair are started.
bool all_pungs(const Position& position) {
    for (const Meld& meld : position.melds) {
        if (meld.kind == MeldKind::Chow) return false;
    }
    const auto pairs = std::ranges::count_if(position.hand, [](int count) { return count >= 2; });
    return position.melds.size + pairs >= kSetsAndPair;
}

// Half Flush and Full Flush: few tiles outside one suit and the honours.
bool one_suit(const Position& position) {
    std::array<int, kSuits> held{};
    for (int tile = 0; tile < kFirstHonour; ++tile) held[tile / kSuitSize] += position.hand[tile];
    for (int suit = 0; suit < kSuits; ++suit) {
        if (held[0] + held[1] + held[2] - held[suit] > kMostMissing) continue;
        const auto fits = [suit](const Meld& meld) {
            const int type = type_of(meld.tile);
            return type == suit || type >= kWinds;
        };
        if (std::ranges::all_of(position.melds, fits)) return true;
    }
    return false;
}

// Whether the tiles of a type include a pair, or two tiles of a chow.
bool is_begun(const Counts& hand, int type) {
    int last = -kSuitSize;
    for (int tile = kFirstOfType[type]; tile < kFirstOfType[type + 1]; ++tile) {
        if (hand[tile] == 0) continue;
        if (hand[tile] >= 2 || (type < kWinds && tile - last <= 2)) return true;
        last = tile;
    }
    return false;
}

bool has_any(const Counts& hand, int type) {
    return std::any_of(hand.begin() + kFirstOfType[type], hand.begin() + kFirstOfType[type + 1],
                       [](int count) { return count > 0; });
}

// All Types: no type twice in the melds; all others started, one perhaps by a single tile.
bool all_types(const Position& position) {
    std::array<bool, kTypes> melded{};
    for (const Meld& meld : position.melds) {
        bool& taken = melded[type_of(meld.tile)];
        if (taken) return false;
        taken = true;
    }
    int barely = 0;
    for (int type = 0; type < kTypes; ++type) {
        if (melded[type]) continue;
        if (!has_any(position.hand, type)) return false;
        barely += static_cast<int>(!is_begun(position.hand, type));
    }
    return barely <= 1;
}

using Target = std::array<Tile, 3>;

void add_mixed(std::array<int, 3> numbers, std::vector<Target>& targets) {
    std::ranges::sort(numbers);
    do {
        targets.push_back({static_cast<Tile>(numbers[0]), static_cast<Tile>(kSuitSize + numbers[1]),
                           static_cast<Tile>(2 * kSuitSize + numbers[2])});
    } while (std::ranges::next_permutation(numbers).found);
}

// The middles of the three chows in each three-chow fan of 6 or more: straights, triple and shifted
// chows, pure and mixed.
std::vector<Target> all_targets() {
    constexpr int kLast = kSuitSize - 2;
    std::vector<Target> targets;
    add_mixed({1, 4, 7}, targets);
    for (int middle = 1; middle <= kLast; ++middle) {
        add_mixed({middle, middle, middle}, targets);
        if (middle + 2 <= kLast) add_mixed({middle, middle + 1, middle + 2}, targets);
    }
    for (int by = 0; by <= 3; ++by) {
        for (int middle = 0; middle < kFirstHonour; ++middle) {
            const int place = middle % kSuitSize;
            if (place < 1 || place + 2 * by > kLast) continue;
            targets.push_back({static_cast<Tile>(middle), static_cast<Tile>(middle + by),
                               static_cast<Tile>(middle + 2 * by)});
        }
    }
    return targets;
}

// Whether the chows not melded yet lack few tiles, with copies of all of them left.
bool is_near(const Counts& hand, const Counts& unseen, std::span<const Tile> chows) {
    Counts needed{};
    int missing = 0;
    for (const Tile middle : chows) {
        for (int tile = middle - 1; tile <= middle + 1; ++tile) {
            if (++needed[tile] <= hand[tile]) continue;
            if (++missing > kMostMissing || needed[tile] - hand[tile] > unseen[tile]) return false;
        }
    }
    return true;
}

// How many tiles each chow lacks, by its middle; 0 if it is melded. Three chows together lack at
// least their sum.
std::array<std::uint8_t, kFirstHonour> lacks_of_chows(const Position& position) {
    std::array<std::uint8_t, kFirstHonour> lacks{};
    for (Tile middle = 0; middle < kFirstHonour; ++middle) {
        if (!is_chow_middle(middle)) continue;
        for (int tile = middle - 1; tile <= middle + 1; ++tile) {
            lacks[middle] += static_cast<std::uint8_t>(position.hand[tile] == 0);
        }
    }
    for (const Meld& meld : position.melds) {
        if (meld.kind == MeldKind::Chow) lacks[meld.tile] = 0;
    }
    return lacks;
}

// Fans of three chows: at most one other meld, and few tiles missing.
bool three_chows(const Counts& unseen, const Position& position) {
    static const std::vector<Target> targets = all_targets();
    const auto lacks = lacks_of_chows(position);
    for (const Target& target : targets) {
        const auto& [one, two, three] = target;
        if (lacks[one] + lacks[two] + lacks[three] > kMostMissing) continue;
        std::array<Tile, 3> left = target;
        std::size_t size = left.size();
        for (const Meld& meld : position.melds) {
            if (meld.kind != MeldKind::Chow) continue;
            auto* const last = left.begin() + size;
            auto* const found = std::find(left.begin(), last, meld.tile);
            if (found == last) continue;
            *found = left[--size];
        }
        if (position.melds.size - (left.size() - size) > 1) continue;
        if (is_near(position.hand, unseen, std::span(left).first(size))) return true;
    }
    return false;
}

}  // namespace

bool eight_fan_stays(const Counts& unseen, const Position& position) {
    return all_pungs(position) || one_suit(position) || all_types(position) ||
           three_chows(unseen, position);
}

}  // namespace mj

#include "readings/readings.hpp"

#include <algorithm>

#include "fan/division.hpp"
#include "shanten/forms.hpp"

namespace mj::readings {

namespace {

constexpr int kWhole = 14;

using Parts = std::vector<Part>;

// All ways to use up the tiles from `start` on with pungs and chows, the lowest tile first.
std::vector<Parts> sets_from(Counts& left, int start) {
    int tile = start;
    while (tile < kTileKinds && left[tile] == 0) ++tile;
    if (tile == kTileKinds) return {{}};
    std::vector<Parts> found;
    const auto first = static_cast<Tile>(tile);
    const Part pung{PartKind::Pung, {first, first, first}};
    const auto add = [&](const Part& part, Parts rest) {
        rest.insert(rest.begin(), part);
        found.push_back(std::move(rest));
    };
    if (left[tile] >= 3) {
        left[tile] -= 3;
        for (auto& rest : sets_from(left, tile)) add(pung, std::move(rest));
        left[tile] += 3;
    }
    const auto middle = static_cast<Tile>(tile + 1);
    const auto last = static_cast<Tile>(tile + 2);
    if (!is_chow_middle(middle) || left[middle] == 0 || left[last] == 0) return found;
    for (int part = tile; part <= last; ++part) --left[part];
    for (auto& rest : sets_from(left, tile)) {
        // A pung after a chow from the same tile repeats the reading with the pung first.
        if (std::ranges::find(rest, pung) != rest.end()) continue;
        add({PartKind::Chow, {first, middle, last}}, std::move(rest));
    }
    for (int part = tile; part <= last; ++part) ++left[part];
    return found;
}

// A pair and this many sets; each reading once.
std::vector<Parts> regular(const Counts& counts, int sets) {
    std::vector<Parts> found;
    if (sum_of(counts) != 3 * sets + 2) return found;
    for (Tile pair = 0; pair < kTileKinds; ++pair) {
        if (counts[pair] < 2) continue;
        Counts left = counts;
        left[pair] -= 2;
        for (auto& parts : sets_from(left, 0)) {
            parts.insert(parts.begin(), Part{PartKind::Pair, {pair, pair}});
            found.push_back(std::move(parts));
        }
    }
    return found;
}

void add_knitted_straights(const Counts& counts, int melds, std::vector<Reading>& found) {
    for (const auto& nine : shanten::kKnittedStraights) {
        if (!std::ranges::all_of(nine, [&](Tile tile) { return counts[tile] > 0; })) continue;
        Counts left = counts;
        for (const Tile tile : nine) --left[tile];
        for (auto& parts : regular(left, 1 - melds)) {
            parts.insert(parts.begin(), Part{PartKind::Knitted, {nine.begin(), nine.end()}});
            found.push_back({WinForm::KnittedStraight, std::move(parts)});
        }
    }
}

// Seven Pairs, Thirteen Orphans, Honors and Knitted Tiles.
void add_without_sets(const Counts& counts, std::vector<Reading>& found) {
    if (sum_of(counts) != kWhole) return;
    std::vector<Tile> held;
    Parts pairs;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (counts[tile] > 0) held.push_back(tile);
        for (int pair = 0; pair < counts[tile] / 2; ++pair) {
            pairs.push_back({PartKind::Pair, {tile, tile}});
        }
    }
    if (pairs.size() == kWhole / 2) found.push_back({WinForm::SevenPairs, pairs});
    if (std::ranges::equal(held, shanten::kOrphanTiles)) {
        const Part& pair = pairs.front();
        std::erase(held, pair.tiles.front());
        found.push_back({WinForm::ThirteenOrphans, {{PartKind::Knitted, held}, pair}});
        return;
    }
    const auto knits = [&](const shanten::Straight& nine) {
        return std::ranges::all_of(held, [&](Tile tile) {
            return is_honour(tile) || std::ranges::find(nine, tile) != nine.end();
        });
    };
    if (held.size() == kWhole && std::ranges::any_of(shanten::kKnittedStraights, knits)) {
        found.push_back({WinForm::HonorsAndKnitted, {{PartKind::Knitted, held}}});
    }
}

}  // namespace

std::vector<Reading> readings_of(const Counts& counts, int melds) {
    std::vector<Reading> found;
    for (auto& parts : regular(counts, fan::kSets - melds)) {
        found.push_back({WinForm::Regular, std::move(parts)});
    }
    if (melds <= 1) add_knitted_straights(counts, melds, found);
    if (melds == 0) add_without_sets(counts, found);
    return found;
}

}  // namespace mj::readings

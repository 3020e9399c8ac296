#include "routes/families/chow_targets.hpp"

#include <algorithm>

#include "numbers/patterns.hpp"

namespace mj {

namespace {

constexpr unsigned kSetsOfTarget = 3;

// Five bits per chow: its middle plus one.
std::uint32_t key_of(std::span<const Tile> chows) {
    std::uint32_t key = 0;
    for (const Tile middle : chows) key = key << 5U | (middle + 1U);
    return key;
}

}  // namespace

ChowTargets::ChowTargets() : parts_(1) {
    for (std::size_t place = 0; place < numbers::patterns::kTiles.size(); ++place) {
        add(numbers::patterns::kRates[place], numbers::patterns::kTiles[place]);
    }
}

std::span<const ChowTargets::Entry> ChowTargets::entries(std::span<const Tile> chows) const {
    const auto found = entries_.find(key_of(chows));
    return found == entries_.end() ? std::span<const Entry>() : found->second;
}

// Adds a target under every choice of its chows that may be open; equal choices count once.
void ChowTargets::add(double rate, const Target& target) {
    std::vector<std::uint32_t> seen;
    for (unsigned open = 0; open < 1U << kSetsOfTarget; ++open) {
        std::vector<Tile> chows;
        std::array<std::uint8_t, kFirstHonour> counts{};
        bool possible = true;
        for (unsigned place = 0; place < kSetsOfTarget; ++place) {
            const auto tiles = std::span(target).subspan(3 * place, 3);
            if ((open >> place & 1U) == 0) {
                for (const int tile : tiles) ++counts[tile];
            } else if (is_chow_middle(tiles[1]) && tiles[0] + 1 == tiles[1] &&
                       tiles[1] + 1 == tiles[2]) {
                chows.push_back(static_cast<Tile>(tiles[1]));
            } else {
                possible = false;
            }
        }
        std::ranges::sort(chows);
        const std::uint32_t key = key_of(chows);
        if (!possible || std::ranges::find(seen, key) != seen.end()) continue;
        seen.push_back(key);
        Entry entry{rate, {}};
        const std::span<const std::uint8_t> all(counts);
        for (int suit = 0; suit < kSuits; ++suit) {
            entry.parts[suit] =
                part_of(all.subspan(suit * kSuitSize).first<static_cast<std::size_t>(kSuitSize)>());
        }
        entries_[key].push_back(entry);
    }
}

int ChowTargets::part_of(std::span<const std::uint8_t, kSuitSize> counts) {
    Part part;
    for (std::uint8_t place = 0; place < kSuitSize; ++place) {
        if (counts[place] > 0) part.add({place, counts[place]});
    }
    const auto same = [&](const Part& other) { return std::ranges::equal(part, other); };
    const auto found = std::ranges::find_if(parts_, same);
    const auto place = static_cast<int>(found - parts_.begin());
    if (found == parts_.end()) parts_.push_back(part);
    return place;
}

}  // namespace mj

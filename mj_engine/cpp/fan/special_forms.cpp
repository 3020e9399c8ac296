#include "fan/special_forms.hpp"

#include <algorithm>

namespace mj::fan {

namespace {

constexpr std::uint64_t bit(int tile) { return std::uint64_t{1} << tile; }

// The six Knitted Straights: 1-4-7 of one suit, 2-5-8 of another, 3-6-9 of the third.
constexpr std::array<std::uint64_t, 6> knitted_straights() {
    constexpr std::array<std::array<int, kSuits>, 6> orders{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    std::array<std::uint64_t, 6> straights{};
    for (std::size_t which = 0; which < orders.size(); ++which) {
        for (int suit = 0; suit < kSuits; ++suit) {
            for (int step = 0; step < kSuitSize; step += 3) {
                straights[which] |= bit(suit * kSuitSize + orders[which][suit] + step);
            }
        }
    }
    return straights;
}

constexpr std::array<std::uint64_t, 6> kStraights = knitted_straights();
constexpr std::uint64_t kHonours = std::uint64_t{127} << kFirstHonour;
constexpr std::uint64_t kOrphans =
    kHonours | bit(0) | bit(8) | bit(9) | bit(17) | bit(18) | bit(26);

std::uint64_t kinds_of(const Counts& tiles) {
    std::uint64_t kinds = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) kinds |= tiles[tile] != 0 ? bit(tile) : 0;
    return kinds;
}

// Seven pairs of one suit in a row.
bool are_shifted(const Counts& tiles) {
    const auto* const first =
        std::find_if(tiles.begin(), tiles.end(), [](auto count) { return count != 0; });
    const auto tile = static_cast<Tile>(first - tiles.begin());
    return is_suited(tile) && place_of(tile) <= 2 &&
           std::all_of(first, first + 7, [](auto count) { return count == 2; });
}

}  // namespace

bool add_seven_pairs(const Counts& tiles, Tally& tally) {
    if (!std::all_of(tiles.begin(), tiles.end(), [](auto count) { return count % 2 == 0; })) {
        return false;
    }
    tally.add(are_shifted(tiles) ? Fan::SevenShiftedPairs : Fan::SevenPairs);
    return true;
}

bool add_thirteen_orphans(const Counts& tiles, Tally& tally) {
    if (kinds_of(tiles) != kOrphans) return false;
    tally.add(Fan::ThirteenOrphans);
    return true;
}

bool add_honours_and_knitted(const Counts& tiles, Tally& tally) {
    if (*std::max_element(tiles.begin(), tiles.end()) > 1) return false;
    const std::uint64_t kinds = kinds_of(tiles);
    const auto* const straight =
        std::find_if(kStraights.begin(), kStraights.end(),
                     [kinds](auto each) { return (kinds & ~(each | kHonours)) == 0; });
    if (straight == kStraights.end()) return false;
    if ((kinds & kHonours) == kHonours) {
        tally.add(Fan::GreaterHonorsAndKnitted);
    } else {
        tally.add(Fan::LesserHonorsAndKnitted);
        tally.add_if((kinds & *straight) == *straight, Fan::KnittedStraight);
    }
    return true;
}

bool find_knitted(const Counts& tiles, Knitted& out) {
    const std::uint64_t kinds = kinds_of(tiles);
    for (const std::uint64_t straight : kStraights) {
        if ((kinds & straight) != straight) continue;
        out.nine = straight;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            out.left[tile] = static_cast<std::uint8_t>(tiles[tile] - (straight >> tile & 1));
        }
        return true;
    }
    return false;
}

}  // namespace mj::fan

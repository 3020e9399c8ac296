#include "fan/special_forms.hpp"

#include <algorithm>

namespace mj::fan {

namespace {

// The six Knitted Straights: 1-4-7 of one suit, 2-5-8 of another, 3-6-9 of the third.
constexpr std::array<Kinds, 6> knitted_straights() {
    constexpr std::array<std::array<int, kSuits>, 6> orders{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    std::array<Kinds, 6> straights{};
    for (std::size_t which = 0; which < orders.size(); ++which) {
        for (int suit = 0; suit < kSuits; ++suit) {
            for (int step = 0; step < kSuitSize; step += 3) {
                straights[which] |= bit(suit * kSuitSize + orders[which][suit] + step);
            }
        }
    }
    return straights;
}

constexpr std::array<Kinds, 6> kStraights = knitted_straights();
// Whether the tiles are seven consecutive pairs of one suit.
bool are_shifted(const Counts& tiles) {
    const auto* const first = std::ranges::find_if(tiles, [](auto count) { return count != 0; });
    const auto tile = static_cast<Tile>(first - tiles.begin());
    return is_suited(tile) && place_of(tile) <= 2 &&
           std::all_of(first, first + 7, [](auto count) { return count == 2; });
}

}  // namespace

std::optional<OwnFan> seven_pairs(const Counts& tiles, Kinds /*kinds*/) {
    if (odds_of(tiles) != 0) return std::nullopt;
    return OwnFan{are_shifted(tiles) ? Fan::SevenShiftedPairs : Fan::SevenPairs};
}

std::optional<OwnFan> thirteen_orphans(const Counts& /*tiles*/, Kinds kinds) {
    if (kinds != (kHonourKinds | kTerminalKinds)) return std::nullopt;
    return OwnFan{Fan::ThirteenOrphans};
}

std::optional<OwnFan> honours_and_knitted(const Counts& /*tiles*/, Kinds kinds) {
    if (std::popcount(kinds) != kHandSize + 1) return std::nullopt;
    const auto* const straight = std::ranges::find_if(
        kStraights, [kinds](auto each) { return within(kinds, each | kHonourKinds); });
    if (straight == kStraights.end()) return std::nullopt;
    if (has_all(kinds, kHonourKinds)) return OwnFan{Fan::GreaterHonorsAndKnitted};
    return OwnFan{Fan::LesserHonorsAndKnitted, has_all(kinds, *straight)};
}

bool find_knitted(const Counts& tiles, Kinds kinds, Knitted& out) {
    const auto* const straight =
        std::ranges::find_if(kStraights, [kinds](auto each) { return has_all(kinds, each); });
    if (straight == kStraights.end()) return false;
    out.nine = *straight;
    out.left = tiles;
    for (Kinds nine = out.nine; nine != 0; nine &= nine - 1) --out.left[std::countr_zero(nine)];
    return true;
}

}  // namespace mj::fan

#include "shanten/shanten.hpp"

#include <algorithm>
#include <bit>

#include "shanten/forms.hpp"

namespace mj {

using shanten::join;
using shanten::Packed;
using shanten::Row;
using shanten::tight;
using shanten::usable;

namespace {

constexpr int kWholeSize = 13;      // from this size the forms of 14 tiles are possible
constexpr int kKnittableSize = 10;  // from this size a knitted straight beside a meld is
constexpr int kStraightSets = 3;
constexpr int kHonourSuit = 3;

constexpr int places_of(int suit) { return suit == kHonourSuit ? 7 : kSuitSize; }

// The places of a suit held four times, as bits.
TileSet held_four_times(Packed counts) {
    TileSet found = 0;
    constexpr Packed fours = 0444444444;
    for (Packed left = counts & fours; left != 0; left &= left - 1) {
        found |= bit_of(std::countr_zero(left) / static_cast<int>(shanten::kBits));
    }
    return found;
}

// The suits without one copy of each tile of the straight that is there.
template <typename Suits>
Suits beside(const Counts& hand, Suits suits, const shanten::Straight& straight) {
    for (const Tile tile : straight) {
        if (hand[tile] == 0) continue;
        suits.packed[suit_of(tile)] -= shanten::one_at(place_of(tile));
    }
    return suits;
}

}  // namespace

Shanten::Suits Shanten::suits_of(const Counts& hand) {
    Suits suits{};
    for (int suit = 0; suit <= kHonourSuit; ++suit) {
        suits.packed[suit] = shanten::pack(hand.data() + kSuitSize * suit, places_of(suit));
    }
    suits.size = sum_of(hand);
    return suits;
}

int Shanten::distance(const Counts& hand) {
    const Suits suits = suits_of(hand);
    int least = sets_distance(suits, suits.size / 3);
    if (suits.size >= kWholeSize) {
        least = std::min({least, shanten::seven_pairs_distance(hand),
                          shanten::thirteen_orphans_distance(hand),
                          shanten::honors_and_knitted_distance(hand)});
    }
    if (suits.size < kKnittableSize) return least;
    return straight_distance(hand, suits, least);
}

std::vector<FormShanten> Shanten::by_form(const Counts& hand) {
    const Suits suits = suits_of(hand);
    const int sets = suits.size / 3;
    const int regular = sets_distance(suits, sets);
    std::vector<FormShanten> found{
        {WinForm::Regular, regular, sets_effective(suits, sets, regular)}};
    if (suits.size >= kWholeSize) {
        const int knitted = shanten::honors_and_knitted_distance(hand);
        found.push_back({WinForm::SevenPairs, shanten::seven_pairs_distance(hand),
                         shanten::seven_pairs_effective(hand)});
        found.push_back({WinForm::ThirteenOrphans, shanten::thirteen_orphans_distance(hand),
                         shanten::thirteen_orphans_effective(hand)});
        found.push_back({WinForm::HonorsAndKnitted, knitted,
                         shanten::honors_and_knitted_effective(hand, knitted)});
    }
    if (suits.size < kKnittableSize) return found;
    const int straight = straight_distance(hand, suits, kHandSize + 1);
    found.push_back(
        {WinForm::KnittedStraight, straight, straight_effective(hand, suits, straight)});
    return found;
}

Least Shanten::least(const Counts& hand) {
    const auto forms = by_form(hand);
    Least least{std::ranges::min(forms, {}, &FormShanten::distance).distance, 0, {}};
    for (const auto& form : forms) {
        if (form.distance != least.distance) continue;
        least.effective |= form.effective;
        least.forms.push_back(form.form);
    }
    return least;
}

TileSet Shanten::effective(const Counts& hand, int distance) {
    const Suits suits = suits_of(hand);
    const int sets = suits.size / 3;
    TileSet found = 0;
    if (sets_distance(suits, sets) == distance) found = sets_effective(suits, sets, distance);
    if (suits.size >= kWholeSize) {
        if (shanten::seven_pairs_distance(hand) == distance) {
            found |= shanten::seven_pairs_effective(hand);
        }
        if (shanten::thirteen_orphans_distance(hand) == distance) {
            found |= shanten::thirteen_orphans_effective(hand);
        }
        if (shanten::honors_and_knitted_distance(hand) == distance) {
            found |= shanten::honors_and_knitted_effective(hand, distance);
        }
    }
    if (suits.size >= kKnittableSize) found |= straight_effective(hand, suits, distance);
    return found;
}

int Shanten::sets_distance(const Suits& suits, int sets) {
    const auto& [characters, dots, bamboos, honours] = suits.packed;
    // Copies, since the next call may overwrite a row.
    const Row first = rows_.suit(characters);
    const Row second = rows_.suit(dots);
    const Row third = rows_.suit(bamboos);
    const Row last = rows_.honours(honours);
    return 3 * sets + 1 - usable(join(first, second), join(third, last), sets);
}

// A tile held four times counts only when the hand is ready, as in MahjongGB.
TileSet Shanten::sets_effective(const Suits& suits, int sets, int distance) {
    std::array<Row, 4> row{};
    for (int suit = 0; suit < kHonourSuit; ++suit) row[suit] = rows_.suit(suits.packed[suit]);
    row[kHonourSuit] = rows_.honours(suits.packed[kHonourSuit]);
    const Row front = join(row[0], row[1]);
    const Row back = join(row[2], row[3]);
    const std::array<Row, 4> others{join(row[1], back), join(row[0], back), join(front, row[3]),
                                    join(front, row[2])};
    const int most = 3 * sets + 1 - distance;
    TileSet found = 0;
    for (int suit = 0; suit <= kHonourSuit; ++suit) {
        const std::uint16_t bits = tight(row[suit], others[suit], sets, most);
        const Packed counts = suits.packed[suit];
        const shanten::Raises& raises = rows_.raises(counts, suit != kHonourSuit);
        TileSet raising = 0;
        for (unsigned left = bits; left != 0; left &= left - 1) {
            raising |= raises[std::countr_zero(left)];
        }
        if (distance > 0) raising &= ~held_four_times(counts);
        found |= raising << static_cast<unsigned>(kSuitSize * suit);
    }
    return found;
}

int Shanten::straight_distance(const Counts& hand, const Suits& suits, int limit) {
    const int sets = suits.size / 3 - kStraightSets;
    for (const auto& straight : shanten::kKnittedStraights) {
        const int lacking = shanten::kStraightTiles - shanten::kinds_of(hand, straight);
        if (lacking - 1 >= limit) continue;  // the rest's distance is at least -1
        limit = std::min(limit, lacking + sets_distance(beside(hand, suits, straight), sets));
    }
    return limit;
}

TileSet Shanten::straight_effective(const Counts& hand, const Suits& suits, int distance) {
    const int sets = suits.size / 3 - kStraightSets;
    TileSet found = 0;
    for (const auto& straight : shanten::kKnittedStraights) {
        const int lacking = shanten::kStraightTiles - shanten::kinds_of(hand, straight);
        const int beside_it = distance - lacking;
        if (beside_it < -1) continue;
        const Suits rest = beside(hand, suits, straight);
        if (sets_distance(rest, sets) != beside_it) continue;
        for (const Tile tile : straight) {
            if (hand[tile] == 0) found |= bit_of(tile);
        }
        found |= sets_effective(rest, sets, beside_it);
    }
    return found;
}

}  // namespace mj

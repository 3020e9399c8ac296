#include "numbers/flushes.hpp"

#include <optional>

#include "numbers/difficulty.hpp"
#include "routes/families/families.hpp"

namespace mj {

namespace {

// The distance of the tiles that fit, and a price for the others.
double to_confined(const Suits& kept, const RoutePosition& position, double rate, Search& search) {
    const int melds = position.open_sets();
    int others = kHandSize - 3 * melds;
    for (const SuitTiles tiles : kept) others -= tiles.size();
    namespace costs = numbers::flushes;
    if (others > costs::kMostOthers) return costs::kOthersAlone * others;
    const double shanten = search.distance(kept, kSets - melds);
    return costs::kShantenPart * shanten + costs::kOthersBeside * others - rate;
}

// The suit of the melds, kSuits if they have none; nothing if they have two.
std::optional<int> suit_of_melds(const Melds& melds) {
    int suit = kSuits;
    for (const Meld& meld : melds) {
        if (!is_suited(meld.tile) || suit_of(meld.tile) == suit) continue;
        if (suit != kSuits) return std::nullopt;
        suit = suit_of(meld.tile);
    }
    return suit;
}

bool is_within(const Meld& meld, int first, int last) {
    if (!is_suited(meld.tile)) return false;
    const int around = meld.kind == MeldKind::Chow ? 1 : 0;
    return place_of(meld.tile) - around >= first && place_of(meld.tile) + around <= last;
}

// low, high: the range of allowed numbers.
double to_range(const RoutePosition& position, int low, int high, double rate, Search& search) {
    const int first = low - 1;
    const int last = high - 1;
    for (const Meld& meld : position.melds) {
        if (!is_within(meld, first, last)) return numbers::difficulty::kOutOfReach;
    }
    Suits kept{};
    for (int suit = 0; suit < kSuits; ++suit) {
        kept[suit] = position.suits[suit].within(first, last);
    }
    return to_confined(kept, position, rate, search);
}

}  // namespace

// One suit and honours: the suit of the melds, else the longest suit.
double half_flush_distance(const RoutePosition& position, Outlook& outlook) {
    const auto melded = suit_of_melds(position.melds);
    if (!melded) return numbers::difficulty::kOutOfReach;
    int longest = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        longest = std::max(longest, position.suits[suit].size());
    }
    double best = kDead;
    for (int suit = 0; suit < kSuits; ++suit) {
        const bool open =
            *melded == kSuits ? position.suits[suit].size() == longest : suit == *melded;
        if (!open) continue;
        Suits kept{};
        kept[suit] = position.suits[suit];
        kept[kHonourSuit] = position.suits[kHonourSuit];
        best = std::min(
            best, to_confined(kept, position, numbers::flushes::kHalfFlushRate, outlook.search));
    }
    return best;
}

double upper_four_distance(const RoutePosition& position, Outlook& outlook) {
    namespace fit = numbers::flushes;
    return to_range(position, fit::kUpperFourLow, fit::kUpperFourHigh, fit::kUpperFourRate,
                    outlook.upper);
}

double lower_four_distance(const RoutePosition& position, Outlook& outlook) {
    namespace fit = numbers::flushes;
    return to_range(position, fit::kLowerFourLow, fit::kLowerFourHigh, fit::kLowerFourRate,
                    outlook.lower);
}

}  // namespace mj

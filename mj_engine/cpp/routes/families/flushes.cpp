#include <optional>

#include "routes/families/families.hpp"

namespace mj {

namespace {

// The distance of the tiles that may stay, and a price for the others.
double to_confined(const Suits& kept, const RoutePosition& position, const ConfinedFit& fit,
                   const ConfinedCosts& costs, Search& search) {
    const int melds = position.open_sets();
    int others = kHandSize - 3 * melds;
    for (const SuitTiles tiles : kept) others -= tiles.size();
    if (others > costs.most_others) return costs.others_alone * others;
    const double shanten = search.distance(kept, kSets - melds);
    return costs.shanten_part * shanten + costs.others_beside * others - fit.rate;
}

// The suit of the melds, kSuits where they have none; nothing where they have two.
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

double to_range(const RoutePosition& position, const Outlook& outlook, const ConfinedFit& fit,
                Search& search) {
    const int first = fit.low - 1;
    const int last = fit.high - 1;
    for (const Meld& meld : position.melds) {
        if (!is_within(meld, first, last)) return outlook.numbers.out_of_reach();
    }
    Suits kept{};
    for (int suit = 0; suit < kSuits; ++suit) {
        kept[suit] = position.suits[suit].within(first, last);
    }
    return to_confined(kept, position, fit, outlook.numbers.confined, search);
}

}  // namespace

// One suit and honours: the suit of the melds, else the longest.
double half_flush_distance(const RoutePosition& position, Outlook& outlook) {
    const ConfinedCosts& costs = outlook.numbers.confined;
    const auto melded = suit_of_melds(position.melds);
    if (!melded) return outlook.numbers.out_of_reach();
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
        best = std::min(best, to_confined(kept, position, costs.half_flush, costs, outlook.search));
    }
    return best;
}

double upper_four_distance(const RoutePosition& position, Outlook& outlook) {
    return to_range(position, outlook, outlook.numbers.confined.upper_four, outlook.upper);
}

double lower_four_distance(const RoutePosition& position, Outlook& outlook) {
    return to_range(position, outlook, outlook.numbers.confined.lower_four, outlook.lower);
}

}  // namespace mj

#include <algorithm>

#include "fan/best.hpp"
#include "fan/fan.hpp"
#include "fan/special_forms.hpp"
#include "fan/whole.hpp"

namespace mj {

namespace {

// Checks only that the melds and the numbers of tiles are possible.
bool is_sound(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context) {
    if (tile >= kTileKinds || melds.size > fan::kSets) return false;
    if (context.seat_wind >= kSeats || context.prevalent_wind >= kSeats) return false;
    if (std::ranges::any_of(hand, [](auto count) { return count > kCopies; })) return false;
    if (hand[tile] == kCopies || sum_of(hand) + 3 * melds.size != kHandSize) return false;
    return std::ranges::all_of(melds, [](const Meld& meld) {
        return meld.kind == MeldKind::Chow ? is_chow_middle(meld.tile) : meld.tile < kTileKinds;
    });
}

}  // namespace

bool win(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context, Win& out) {
    if (!is_sound(hand, melds, tile, context)) return false;
    fan::Best best(hand, melds, tile, context);
    if (!best.find()) return false;
    out = best.win();
    return true;
}

int fan_of(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context) {
    if (!is_sound(hand, melds, tile, context)) return -1;
    fan::Best best(hand, melds, tile, context);
    return best.find() ? best.total() - context.flowers : -1;
}

bool winning_shape(const Counts& hand, Tile tile) {
    // A Knitted Straight has nine tiles beside a pair.
    constexpr int kLeastKnitted = 11;
    const bool may_be_divided = fan::may_be_divided(hand, tile);
    const bool may_be_knitted = sum_of(hand) + 1 >= kLeastKnitted;
    if (!may_be_divided && !may_be_knitted) return false;
    Counts whole = hand;
    ++whole[tile];
    if (may_be_divided && fan::is_divided(whole)) return true;
    if (!may_be_knitted) return false;
    fan::Knitted knitted;
    const fan::Kinds kinds = fan::kinds_of(whole);
    if (fan::find_knitted(whole, kinds, knitted) && fan::is_divided(knitted.left)) return true;
    return sum_of(whole) == kHandSize + 1 &&
           std::ranges::any_of(fan::kSpecialForms,
                               [&](const auto& form) { return form(whole, kinds).has_value(); });
}

}  // namespace mj

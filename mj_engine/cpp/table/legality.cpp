#include "table/legality.hpp"

#include <algorithm>

#include "fan/kinds.hpp"

namespace mj {

namespace {

constexpr bool is_next(int seat, int turn) { return seat == (turn + 1) % kSeats; }

// The two tiles that make the chow with the claimed one.
struct Pair {
    Tile low;
    Tile high;
};

Pair others_of_chow(Tile middle, Tile claimed) {
    const auto low = static_cast<Tile>(claimed == middle - 1 ? middle : middle - 1);
    const auto high = static_cast<Tile>(claimed == middle + 1 ? middle : middle + 1);
    return {low, high};
}

void list_win(const Game& game, int seat, ActionList& list) {
    const int fan = fan_now(game, seat);
    if (fan < kLeastFan) return;
    constexpr int kCapped = 255;  // only for display; no known win has more
    list.push({.kind = ActionKind::Hu, .fan = static_cast<std::uint8_t>(std::min(fan, kCapped))});
}

// Calls `found(tile)` for each of these kinds, the lowest first.
template <typename Found>
void each_kind(fan::Kinds kinds, const Found& found) {
    for (; kinds != 0; kinds &= kinds - 1) found(static_cast<Tile>(std::countr_zero(kinds)));
}

// Lists the claim with every discard that can follow it.
void list_claims(const Counts& hand, Pair used, Action claim, ActionList& list) {
    each_kind(fan::kinds_of(hand), [&](Tile tile) {
        const int taken = static_cast<int>(tile == used.low) + static_cast<int>(tile == used.high);
        if (hand[tile] <= taken) return;
        claim.tile = tile;
        list.push(claim);
    });
}

bool has_chow(const Counts& hand, Tile middle, Tile claimed) {
    const Pair others = others_of_chow(middle, claimed);
    return hand[others.low] > 0 && hand[others.high] > 0;
}

// Calls `found(middle)` for each chow that the hand can make with a suited tile, the lowest first.
template <typename Found>
void each_chow(const Counts& hand, Tile claimed, const Found& found) {
    if (!is_suited(claimed)) return;
    for (int middle = claimed - 1; middle <= claimed + 1; ++middle) {
        if (middle < 0 || suit_of(static_cast<Tile>(middle)) != suit_of(claimed)) continue;
        const auto tile = static_cast<Tile>(middle);
        if (is_chow_middle(tile) && has_chow(hand, tile, claimed)) found(tile);
    }
}

void list_own(const Game& game, int seat, ActionList& list) {
    const Counts& hand = game.hands[seat];
    if (game.drawn_from(seat) > 0 && !game.wall_last()) {
        each_kind(fan::fours_of(hand),
                  [&](Tile tile) { list.push({.kind = ActionKind::Gang, .tile = tile}); });
        for (const Meld& meld : game.melds[seat]) {
            if (meld.kind == MeldKind::Pung && hand[meld.tile] > 0) {
                list.push({.kind = ActionKind::Bugang, .tile = meld.tile});
            }
        }
    }
    each_kind(fan::kinds_of(hand),
              [&](Tile tile) { list.push({.kind = ActionKind::Play, .tile = tile}); });
}

void list_claims_of(const Game& game, int seat, ActionList& list) {
    const Counts& hand = game.hands[seat];
    const Tile tile = game.offered;
    if (hand[tile] == kCopies - 1) list.push({.kind = ActionKind::Gang});
    if (hand[tile] >= 2) list_claims(hand, {tile, tile}, {.kind = ActionKind::Peng}, list);
    if (!is_next(seat, game.turn)) return;
    each_chow(hand, tile, [&](Tile middle) {
        const Action claim{.kind = ActionKind::Chi, .chow = middle};
        list_claims(hand, others_of_chow(middle, tile), claim, list);
    });
}

bool can_claim(const Game& game, int seat) {
    const Counts& hand = game.hands[seat];
    const Tile tile = game.offered;
    if (game.wall_last()) return false;
    if (hand[tile] >= 2) return true;
    bool found = false;
    if (is_next(seat, game.turn)) each_chow(hand, tile, [&](Tile) { found = true; });
    return found;
}

}  // namespace

Decision decision_of(const Game& game, int seat) {
    const Event& event = game.event;
    if (game.over()) return Decision::Nothing;
    if (event.kind == EventKind::Draw) {
        return event.seat == seat ? Decision::OwnDraw : Decision::Nothing;
    }
    if (event.seat == seat) return Decision::Nothing;
    if (event.kind == EventKind::Bugang) return Decision::Rob;
    return event.discards() ? Decision::Claim : Decision::Nothing;
}

bool allows_own(const Game& game, int seat, const Action& action) {
    const Counts& hand = game.hands[seat];
    const auto [kind, tile, chow, fan] = action;
    if (tile == kNoTile || chow != kNoTile) return false;
    if (kind == ActionKind::Play) return hand[tile] > 0;
    if (game.drawn_from(seat) == 0 || game.wall_last()) return false;
    if (kind == ActionKind::Gang) return hand[tile] == kCopies;
    if (kind != ActionKind::Bugang || hand[tile] == 0) return false;
    return std::ranges::any_of(game.melds[seat], [tile = tile](const Meld& meld) {
        return meld.kind == MeldKind::Pung && meld.tile == tile;
    });
}

bool allows_claim(const Game& game, int seat, const Action& action) {
    const auto [kind, tile, chow, fan] = action;
    const Tile offered = game.offered;
    if (seat == game.turn || game.wall_last()) return false;
    const Counts& hand = game.hands[seat];
    if (kind == ActionKind::Gang) return tile == kNoTile && hand[offered] == kCopies - 1;
    if (tile == kNoTile) return false;
    if (kind == ActionKind::Peng) {
        return hand[offered] >= 2 && hand[tile] > (tile == offered ? 2 : 0);
    }
    if (kind != ActionKind::Chi || !is_next(seat, game.turn)) return false;
    if (chow_offer(chow, offered) == 0 || !has_chow(hand, chow, offered)) return false;
    const Pair others = others_of_chow(chow, offered);
    return hand[tile] > (tile == others.low || tile == others.high ? 1 : 0);
}

Winning winning_of(const Game& game, int seat) {
    const bool self_drawn = game.event.kind == EventKind::Draw;
    const bool robbed = game.event.kind == EventKind::Bugang;
    Winning found{.hand = game.hands[seat],
                  .tile = self_drawn ? game.event.tile : game.offered,
                  .context = {}};
    if (self_drawn) --found.hand[found.tile];
    found.context.self_drawn = self_drawn;
    found.context.fourth_tile = !robbed && game.shown[found.tile] == kCopies - 1;
    found.context.about_kong = robbed || (self_drawn && game.replacing);
    found.context.wall_last = game.wall_last();
    found.context.seat_wind = static_cast<std::uint8_t>(seat);
    found.context.prevalent_wind = game.prevalent_wind;
    found.context.flowers = game.flowers[seat];
    return found;
}

std::optional<Win> win_now(const Game& game, int seat) {
    const Winning winning = winning_of(game, seat);
    Win found;
    if (!win(winning.hand, game.melds[seat], winning.tile, winning.context, found)) return {};
    return found;
}

int fan_now(const Game& game, int seat) {
    const bool self_drawn = game.event.kind == EventKind::Draw;
    // Before a copy of the hand: this is asked of three seats at every discard.
    if (!self_drawn && !winning_shape(game.hands[seat], game.offered)) return -1;
    const Winning winning = winning_of(game, seat);
    if (self_drawn && !winning_shape(winning.hand, winning.tile)) return -1;
    return fan_of(winning.hand, game.melds[seat], winning.tile, winning.context);
}

void list_legal(const Game& game, int seat, ActionList& list) {
    list.size = 0;
    const Decision decision = decision_of(game, seat);
    if (decision != Decision::Nothing) list_win(game, seat, list);
    if (decision == Decision::OwnDraw) return list_own(game, seat, list);
    list.push(kPassing);
    if (decision == Decision::Claim && can_claim(game, seat)) list_claims_of(game, seat, list);
}

bool must_decide(const Game& game, int seat) {
    const Decision decision = decision_of(game, seat);
    if (decision == Decision::Nothing) return false;
    if (decision == Decision::OwnDraw) return true;
    return (decision == Decision::Claim && can_claim(game, seat)) ||
           fan_now(game, seat) >= kLeastFan;
}

bool is_legal(const Game& game, int seat, const Action& action) {
    ActionList list;
    list_legal(game, seat, list);
    return std::ranges::any_of(list.all(), [&](const Action& legal) { return legal.same(action); });
}

}  // namespace mj

#include "tactics/successor.hpp"

namespace mj {

namespace {

void add_kong(Position& left, Tile tile) {
    --left.hand[tile];
    for (Meld& meld : left.melds) {
        if (meld.kind == MeldKind::Pung && meld.tile == tile) {
            meld = {MeldKind::Kong, tile, meld.offer, true};
        }
    }
}

void claim(Position& left, const GameState& state, const Action& action) {
    const Tile claimed = state.offered;
    if (action.kind == ActionKind::Chi) {
        ++left.hand[claimed];
        for (int part = action.chow - 1; part <= action.chow + 1; ++part) --left.hand[part];
        const std::uint8_t offer = chow_offer(action.chow, claimed);
        return left.melds.push({MeldKind::Chow, action.chow, offer, false});
    }
    const bool pung = action.kind == ActionKind::Peng;
    left.hand[claimed] -= pung ? 2 : 3;
    const auto kind = pung ? MeldKind::Pung : MeldKind::Kong;
    left.melds.push({kind, claimed, offer_of(state.seat, state.turn), false});
}

void mark_meld_shown(const Meld& meld, Counts& shown) {
    if (meld.kind == MeldKind::Pung) {
        shown[meld.tile] += 3;
        return;
    }
    for (int tile = meld.tile - 1; tile <= meld.tile + 1; ++tile) ++shown[tile];
}

}  // namespace

Position hand_after(const GameState& state, const Action& action) {
    Position left{state.hand, state.own_melds()};
    using enum ActionKind;
    if (action.kind == Bugang) {
        add_kong(left, action.tile);
    } else if (action.kind == Gang && action.tile != kNoTile) {
        left.hand[action.tile] -= kCopies;
        left.melds.push({MeldKind::Kong, action.tile, 0, false});
    } else if (action.kind == Chi || action.kind == Peng || action.kind == Gang) {
        claim(left, state, action);
    }
    if (action.kind == Play || action.kind == Chi || action.kind == Peng) --left.hand[action.tile];
    return left;
}

GameState state_after_claim(GameState state, const Action& claim) {
    Position left = hand_after(state, claim);
    ++left.hand[claim.tile];
    state.hand = left.hand;
    state.melds[state.seat] = left.melds;
    mark_meld_shown(left.melds[left.melds.size - 1], state.shown);
    Discards& from = state.discards[state.turn];
    from.of[from.size - 1].claimed_by = state.seat;
    state.turn = state.seat;
    state.decision = Decision::OwnDraw;
    state.offered = kNoTile;
    state.replacing = false;
    return state;
}

}  // namespace mj

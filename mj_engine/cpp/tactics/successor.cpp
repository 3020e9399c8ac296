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

}  // namespace mj

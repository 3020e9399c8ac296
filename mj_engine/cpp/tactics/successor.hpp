// What follows an action: this seat's hand and melds, its draws, or the end of the game.
// Its twin: mj_bot/successor.py.
#pragma once

#include "core/action.hpp"
#include "core/state.hpp"

namespace mj {

struct Position {
    Counts hand;
    Melds melds;
};

// The concealed hand and the melds after an action, its discard included, if no other seat comes
// first. The action must be legal and no win.
Position hand_after(const GameState& state, const Action& action);

// The state between the seat's chow or pung and the discard that goes with it, as
// mj_bot.successor.after_claim.
GameState state_after_claim(GameState state, const Action& claim);

// Whether a tile is discarded with the action.
constexpr bool discards(const Action& action) {
    return action.kind == ActionKind::Play || action.kind == ActionKind::Chi ||
           action.kind == ActionKind::Peng;
}

// Whether it is a kong, after which a tile is drawn.
constexpr bool is_kong(const Action& action) {
    return action.kind == ActionKind::Gang || action.kind == ActionKind::Bugang;
}

// Whether the action ends the game drawn: a kong of a discard on an empty own wall, which the judge
// accepts while the next seat's is not empty.
constexpr bool ends_drawn(const GameState& state, const Action& action) {
    return action.kind == ActionKind::Gang && state.decision == Decision::Claim &&
           state.drawn_from(state.seat) == 0;
}

// `state.walls` after this action of this seat, if nobody claims anything. With a common wall an
// action changes the order of draws: who claims a discard for a chow or pung draws last, who makes
// a kong draws next.
constexpr std::array<std::uint8_t, kSeats> walls_after(const GameState& state,
                                                       const Action& action) {
    using enum ActionKind;
    const bool kong = is_kong(action);
    const bool claims = action.kind == Chi || action.kind == Peng;
    if (!state.common_wall || (!kong && !claims)) return state.walls;
    return draws_in_turn(state.drawn_from(state.seat), state.seat + (claims ? 1 : 0));
}

}  // namespace mj

// The state after an action: the seat's hand and melds, its draws, or the end of the game.
// Its twin: mj_bot/successor.py.
#pragma once

#include "core/action.hpp"
#include "core/state.hpp"

namespace mj {

struct Position {
    Counts hand;
    Melds melds;
};

// The concealed hand and the melds after an action and its discard, if no other seat takes
// priority. The action must be legal and not a win.
Position hand_after(const GameState& state, const Action& action);

// The state between a chow or pung and its discard, as in mj_bot.successor.after_claim.
GameState state_after_claim(GameState state, const Action& claim);

// Whether the action includes a discard.
constexpr bool discards(const Action& action) {
    return action.kind == ActionKind::Play || action.kind == ActionKind::Chi ||
           action.kind == ActionKind::Peng;
}

// Whether it is a kong, after which a tile is drawn.
constexpr bool is_kong(const Action& action) {
    return action.kind == ActionKind::Gang || action.kind == ActionKind::Bugang;
}

// Whether the action ends the game in a draw: the kong of a discard when the own wall is empty. The
// judge accepts it as long as the next seat's wall is not empty.
constexpr bool ends_drawn(const GameState& state, const Action& action) {
    return action.kind == ActionKind::Gang && state.decision == Decision::Claim &&
           state.drawn_from(state.seat) == 0;
}

// `state.walls` after this action of this seat, if nobody claims anything. With a common wall an
// action changes the order of draws: the seat draws last after a chow or pung, next after a kong.
constexpr std::array<std::uint8_t, kSeats> walls_after(const GameState& state,
                                                       const Action& action) {
    using enum ActionKind;
    const bool kong = is_kong(action);
    const bool claims = action.kind == Chi || action.kind == Peng;
    if (!state.common_wall || (!kong && !claims)) return state.walls;
    return draws_in_turn(state.drawn_from(state.seat), state.seat + (claims ? 1 : 0));
}

}  // namespace mj

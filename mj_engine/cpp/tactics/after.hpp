// What an action leaves: this seat's hand and melds, or no game at all.
#pragma once

#include "core/action.hpp"
#include "core/view.hpp"

namespace mj {

struct Position {
    Counts hand;
    Melds melds;
};

// The concealed hand and the melds after an action, its discard included, if no other seat comes
// first. The action must be legal and no win.
Position after(const View& view, const Action& action);

// Whether a tile is discarded with the action.
constexpr bool discards(const Action& action) {
    return action.kind == ActionKind::Play || action.kind == ActionKind::Chi ||
           action.kind == ActionKind::Peng;
}

// Whether the action ends the game drawn: a kong of a discard on an empty own wall, which the judge
// accepts while the next seat's is not empty.
constexpr bool ends_drawn(const View& view, const Action& action) {
    return action.kind == ActionKind::Gang && view.decision == Decision::Claim &&
           view.walls[view.seat] == 0;
}

}  // namespace mj

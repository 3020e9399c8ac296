// What an action leaves: this seat's hand and melds.
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

}  // namespace mj

// Playouts: from one decision each action played on with given policies, many times.
#pragma once

#include "play/many.hpp"
#include "play/session.hpp"

namespace mj {

struct Branching {
    Game game;
    int seat;                         // whose decision it is: it has to have one
    std::vector<Action> actions;      // legal ones of that seat
    std::vector<TacticSpec> players;  // one, or four by seat
    std::size_t times;                // how often each action is played on
    std::uint64_t seed;
    bool shuffled;  // whether what the seat cannot see is dealt anew each time, the same for
                    // each action
};

// The four scores of each action and time, in that order.
std::vector<Scores> play_out(const Branching& branching, int threads);

}  // namespace mj

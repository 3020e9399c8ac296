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

// The seat's own score of each action and time, in that order. Each is played on to the seat's
// `draws`th draw from now, where its player says what it expects (unless it wins with it), or to
// the end if that comes first: less by chance than a whole game's score, and nearer to what the
// player believes.
std::vector<float> play_to_draw(const Branching& branching, int draws, int threads);

}  // namespace mj

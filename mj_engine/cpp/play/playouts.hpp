// Playouts: from one decision each action played on with given policies, many times.
#pragma once

#include "play/many.hpp"
#include "play/session.hpp"
#include "worlds/worlds.hpp"

namespace mj {

struct Branching {
    Game game;
    int seat;                         // the seat that decides; it must have a decision
    std::vector<Action> actions;      // legal ones of that seat
    std::vector<TacticSpec> players;  // one, or four by seat
    std::size_t times;                // how often each action is played on
    std::uint64_t seed;
    Worlds worlds;  // in which each time is played, the same for each action
};

// The four scores of each action and time, in that order.
std::vector<Scores> play_out(const Branching& branching, int threads);

// The seat's own score of each action and time, in that order. Each is played on to the seat's
// `draws`th draw from now, where its player's expectation counts (unless it wins with it), or to
// the end if that comes first: it has less variance than a whole game's score, and more of the
// player's errors.
std::vector<float> play_to_draw(const Branching& branching, int draws, int threads);

}  // namespace mj

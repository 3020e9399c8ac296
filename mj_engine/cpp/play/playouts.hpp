// Playouts: plays each action of a decision out many times with given policies.
#pragma once

#include "play/many.hpp"
#include "play/session.hpp"
#include "worlds/worlds.hpp"

namespace mj {

struct Branching {
    Game game;
    int seat;                         // the seat that decides; it must have a decision
    std::vector<Action> actions;      // legal actions of that seat
    std::vector<TacticSpec> players;  // one for all, or four by seat
    std::size_t times;                // how often each action is played out
    std::uint64_t seed;
    Worlds worlds;  // the worlds to play in, the same for each action
};

// The four scores of each action and repetition, in that order.
std::vector<Scores> play_out(const Branching& branching, int threads);

// The seat's score of each action and repetition, in that order. Each is played to the seat's
// `draws`th draw from now, where its player's expected score counts (unless it wins with that
// draw), or to the end if that comes first. This has less variance than a whole game's score, but
// more bias from the player's errors.
std::vector<float> play_to_draw(const Branching& branching, int draws, int threads);

}  // namespace mj

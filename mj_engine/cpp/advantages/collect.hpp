// Collecting: picks close decisions from self-play and plays each candidate action on.
#pragma once

#include <cstdint>
#include <vector>

#include "odds/odds.hpp"
#include "play/many.hpp"

namespace mj {

// Which decisions are picked, and how they are played on.
struct CollectOptions {
    double gap;        // a candidate is worth at most this much less than the action taken
    double claim_gap;  // the same for claims; only the best action of each claim is a candidate
    int decisions;     // at most this many per game, chosen at random
    int actions;       // at most this many per decision, the action taken included; at least 2
    int worlds;        // world 0 is the true one; the others have their walls dealt anew
    int draws;         // play on to this own draw; 0: to the end of the game
    int claim_draws;   // the same for claims
    bool others;       // while playing on, the plan's last player has the other seats
};

// What an action led to in one world. score: the final score if the game ended before the draw,
// else the tactic's expected score there. features: of the action it takes there. luck: of the
// draws until then, in points (see Luck).
struct Outlook {
    float score = 0;
    float luck = 0;
    bool ended = true;
    std::vector<float> features;
};

// One action of a decision. value: the tactic's.
struct Branch {
    Action action;
    float value = 0;
    std::vector<float> features;
    std::vector<Outlook> worlds;
};

// One decision; the first branch is the action taken. place: its index among the seat's decisions
// in the game. turn: how many tiles the seat had discarded. score: the seat's final score.
struct TriedDecision {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t turn = 0;
    std::uint16_t place = 0;
    Decision kind = Decision::Nothing;
    float score = 0;
    std::vector<Branch> branches;
};

// Plays all tasks and tries out their close decisions. Every player must be `odds` or `learned`,
// else std::logic_error. `seed` drives the choice of decisions and the worlds; the result does not
// depend on the number of threads.
std::vector<TriedDecision> collect(const Plan& plan, const CollectOptions& options,
                                   std::uint64_t seed, int threads);

}  // namespace mj

// Collecting: close decisions of self-play, and what came of each of their first actions.
#pragma once

#include <cstdint>
#include <vector>

#include "odds/odds.hpp"
#include "play/many.hpp"

namespace mj {

// Which decisions, and how they are played on.
struct CollectOptions {
    double gap;        // an action is near the one taken if it is worth at most so much less
    double claim_gap;  // the same where a discard may be claimed: of each claim the best
    int decisions;     // of a game at most, chosen at random
    int actions;       // of a decision, the one that was taken among them: at least two
    int worlds;        // the first is the true one; in the others the walls are dealt anew
    int draws;         // to which own draw it is played on; 0: to the end of the game
    int claim_draws;   // the same where a discard may be claimed
    bool others;       // while it is played on, the plan's last player has the other seats
};

// What an action came to in one world: the seat's score of a game that has ended before the draw,
// else what it expects there, with the features of what it does there. luck: of its draws until
// then, in points, see Luck.
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

// One decision; the first branch is the action that was taken. place: among the seat's decisions of
// its game. turn: how many tiles the seat had discarded. score: the seat's in the end.
struct TriedDecision {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t turn = 0;
    std::uint16_t place = 0;
    Decision kind = Decision::Nothing;
    float score = 0;
    std::vector<Branch> branches;
};

// Plays all tasks and tries such decisions. Every player at a seat of a task must be `odds` or
// `learned`: a std::logic_error says so. The seed is for the choice and the worlds; the result does
// not depend on the number of threads.
std::vector<TriedDecision> collect(const Plan& plan, const CollectOptions& options,
                                   std::uint64_t seed, int threads);

}  // namespace mj

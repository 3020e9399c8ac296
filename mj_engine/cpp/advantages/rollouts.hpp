// Rollouts: self-play games with what a policy gradient needs of each decision.
#pragma once

#include <cstdint>
#include <vector>

#include "play/many.hpp"

namespace mj {

// One decision. chosen: the index of the action played. values (by odds), features: of each action
// that counts, row after row. score: the seat's final score.
struct RolledDecision {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t chosen = 0;
    float score = 0;
    std::vector<float> values;
    std::vector<float> features;
};

// Plays all tasks. Of each game it returns the decisions with at least two actions within `within`
// points of the best. Every player must be `odds` or `learned`, else std::logic_error. The result
// does not depend on the number of threads.
std::vector<RolledDecision> roll_out(const Plan& plan, double within, int threads);

}  // namespace mj

// Rollouts: games of self-play with all that a policy gradient wants of their decisions.
#pragma once

#include <cstdint>
#include <vector>

#include "play/many.hpp"

namespace mj {

// One decision. chosen: the place of what was played among those that could be, of each of which
// there are the value by odds and the features, row after row. score: the seat's in the end.
struct RolledDecision {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t chosen = 0;
    float score = 0;
    std::vector<float> values;
    std::vector<float> features;
};

// Plays all tasks; of each game all decisions with at least two actions that are worth at most
// `within` less than the best. Every player must be `odds` or `learned`: a std::logic_error says
// so. The result does not depend on the number of threads.
std::vector<RolledDecision> roll_out(const Plan& plan, double within, int threads);

}  // namespace mj

// Reach: what is still in reach after a discard: how near the target hands are, how many, how dear.
#pragma once

#include <span>

#include "odds/coefficients.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// mj_bot.learned.reach says what each is.
struct Reach {
    int distance = 0;
    int ways = 0;
    double fan = 0;
    double special = 0;
    int dearest = 0;
    int shape = 0;
};

// What is in reach after the discard of a tile that the context still holds; of kNoTile, as the
// hand is.
Reach reach_of(const HandContext& context, std::span<const TargetHand> targets, Tile discard,
               const SearchFit& fit);

}  // namespace mj

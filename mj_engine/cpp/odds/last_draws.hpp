// The last own draws: a hand that is not ready seldom wins with so few of them.
// Its twin: mj_bot/odds/last_draws.py.
#pragma once

#include <algorithm>
#include <span>

#include "numbers/last_draws.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// See mj_bot.odds.last_draws. discard: kNoTile if nothing is discarded.
inline double part_if_not_ready(int own_draws) {
    return static_cast<double>(std::min(own_draws, numbers::last_draws::kDrawsToGetReady)) /
           numbers::last_draws::kDrawsToGetReady;
}

inline bool is_ready(const HandContext& context, std::span<const TargetHand> targets,
                     Tile discard) {
    return std::ranges::any_of(targets, [&](const TargetHand& target) {
        const bool needed = discard != kNoTile && target.counts[discard] >= context.have[discard];
        return target.distance + (needed ? 1 : 0) == 1;
    });
}

}  // namespace mj

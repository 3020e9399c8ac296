// Likeliest: the targets that a hand most likely becomes, to show to people.
// Its twin: mj_bot/odds/value/likeliest.py.
#pragma once

#include <span>
#include <vector>

#include "fan/fan.hpp"
#include "numbers/options.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// A target the hand may become: its win, and the missing tiles.
struct LikelyTarget {
    Win win;
    Counts missing;
};

// At most `most` targets with 8 fan, the likeliest first, one per set of missing tiles.
std::vector<LikelyTarget> likeliest(std::span<const TargetHand> targets, const HandContext& context,
                                    const TileLocation& location, const OddsOptions& options,
                                    std::size_t most);

}  // namespace mj

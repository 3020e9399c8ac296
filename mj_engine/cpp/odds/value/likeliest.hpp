// Likeliest: the target hands that a valued hand most likely becomes, for people to read.
// Its twin: mj_bot/odds/value/likeliest.py.
#pragma once

#include <span>
#include <vector>

#include "fan/fan.hpp"
#include "numbers/options.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// A target that the hand may become: the win that is shown, and the missing tiles.
struct LikelyTarget {
    Win win;
    Counts missing;
};

// The likeliest targets that win with 8 fan, at most this many, one for each set of missing tiles.
std::vector<LikelyTarget> likeliest(std::span<const TargetHand> targets, const HandContext& context,
                                    const TileLocation& location, const OddsOptions& options,
                                    std::size_t most);

}  // namespace mj

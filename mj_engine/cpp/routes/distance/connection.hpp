// A small bonus for connected tiles outside a target.
// Its twin: mj_bot/routes/distance/connection.py.
#pragma once

#include <algorithm>

#include "numbers/connection.hpp"
#include "routes/suit_tiles.hpp"

namespace mj {

// The bonus for the tiles of one suit.
inline double suit_bonus(int suit, SuitTiles tiles) {
    namespace fit = numbers::connection;
    double bonus = 0;
    for (int place = 0; place < kSuitSize; ++place) {
        const int count = tiles.count(place);
        if (count > 1) {
            bonus += count == 2 ? fit::kPair : fit::kTriplet;
        } else if (count == 1 && suit == kHonourSuit) {
            bonus += fit::kLoneHonourBonus;
        } else if (count == 1) {
            const int last = std::min(place + 2, kSuitSize - 1);
            if (tiles.within(std::max(0, place - 2), last).size() == 1) bonus += fit::kLone[place];
        }
    }
    return bonus;
}

}  // namespace mj

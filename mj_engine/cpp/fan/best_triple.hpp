// The most valuable fan of three chows, or of three pungs, in a hand.
#pragma once

#include <array>
#include <optional>

#include "fan/fans.hpp"
#include "fan/sorted_tiles.hpp"

namespace mj::fan {

struct Triple {
    Fan fan;
    int without;  // the index of the set left out; 3 if there are only three
};

// fan_of: the fan of three sorted sets, if they make one. There are three or four sets.
template <class FanOf>
std::optional<Triple> best_triple(const SortedTiles& sets, const FanOf& fan_of) {
    std::optional<Triple> best;
    for (int without = sets.size() == 4 ? 0 : 3; without < 4; ++without) {
        std::array<Tile, 3> three{};
        int size = 0;
        for (int place = 0; place < sets.size(); ++place) {
            if (place != without) three[size++] = sets[place];
        }
        const std::optional<Fan> fan = fan_of(three[0], three[1], three[2]);
        if (fan && (!best || value_of(*fan) > value_of(best->fan))) best = Triple{*fan, without};
    }
    return best;
}

}  // namespace mj::fan

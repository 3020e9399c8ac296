// DealIn: how close the other seats are to a win, and how likely each discard is to deal in.
// Its twin: mj_bot/odds/opponents/deal_in.py.
#pragma once

#include <array>

#include "core/state.hpp"

namespace mj {

struct DealIn {
    double threat = 0;                         // the log of the summed odds of the others
    std::array<double, kTileKinds> of_tile{};  // the odds that another seat wins with a discard
};

DealIn deal_in_of(const GameState& state);

}  // namespace mj

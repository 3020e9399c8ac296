// Reading fans: the fans of each reading of a complete hand, so far as they are known.
// Its twin: mj_lab/analysis/complete_hand/division_fans.py.
#pragma once

#include <optional>

#include "fan/fan.hpp"
#include "readings/readings.hpp"

namespace mj::readings {

// A complete hand: the concealed tiles without the winning one, the melds, that tile, how it came.
struct Complete {
    Counts hand;
    Melds melds;
    Tile tile;
    WinContext context;
};

// A reading with its win, nothing where that is not known and not above the best.
struct ReadingFans {
    Reading reading;
    std::optional<Win> win;
};

// Every reading of a hand, the best first; none if it is no win. They are what the judge counts if
// it is held to a reading with that one's chows laid open, put right: where that leaves a choice,
// or a special form wins, a reading that is not the best has no fans.
std::vector<ReadingFans> reading_fans(const Complete& hand);

// The wait inside a Knitted Straight, which PyMahjongGB counts and the published judge does not.
std::optional<fan::Fan> wait_left_out(const Complete& hand);

}  // namespace mj::readings

// The forms of win that are no four sets and a pair.
#pragma once

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "fan/division.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

// Each of these asks of 14 concealed tiles without melds, and adds the form's own fan if it is one.
bool add_seven_pairs(const Counts& tiles, Tally& tally);
bool add_thirteen_orphans(const Counts& tiles, Tally& tally);
bool add_honours_and_knitted(const Counts& tiles, Tally& tally);

// A Knitted Straight: its nine kinds as bits and what is left of the tiles.
struct Knitted {
    std::uint64_t nine;
    Counts left;
};
bool find_knitted(const Counts& tiles, Knitted& out);

}  // namespace mj::fan

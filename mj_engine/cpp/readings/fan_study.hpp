// Fan study: the worth of a complete hand that a person entered: its fans, its pay, all readings.
#pragma once

#include <string>
#include <vector>

#include "core/expected.hpp"
#include "readings/reading_fans.hpp"

namespace mj::readings {

// How the winning tile came, as in the options of `mj fan` and in a hand's URL.
inline constexpr std::array<std::string_view, 5> kFlagNames{"self-drawn", "last-copy",
                                                            "replacement", "robbing", "last-tile"};

// In the order of FanCount.
inline constexpr std::array<std::string_view, 2> kCountNames{"judge", "mahjonggb"};

// A hand as it was entered. hand: the concealed tiles; `last` was entered last. tile: the winning
// tile; kNoTile means `last`. It may be the one tile that the hand is short of.
struct WrittenHand {
    Counts hand{};
    Melds melds;
    Tile last = kNoTile, tile = kNoTile;
    std::vector<std::string_view> flags;
    int seat = 0, prevalent_wind = 0, flowers = 0;
    FanCount count = FanCount::Judge;
};

// The study as JSON; an error of one line for an incomplete hand or impossible flags.
Expected<std::string> fan_study(const WrittenHand& written);

}  // namespace mj::readings

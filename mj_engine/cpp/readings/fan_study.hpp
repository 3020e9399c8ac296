// Fan study: what a complete hand that a person wrote is worth: its fans, its pay, every way to
// read it.
#pragma once

#include <string>
#include <vector>

#include "core/expected.hpp"
#include "readings/reading_fans.hpp"

namespace mj::readings {

// How the winning tile came, in the words of the options of `mj fan` and of a hand's address.
inline constexpr std::array<std::string_view, 5> kFlagNames{"self-drawn", "last-copy",
                                                            "replacement", "robbing", "last-tile"};

// In the order of FanCount.
inline constexpr std::array<std::string_view, 2> kCountNames{"judge", "mahjonggb"};

// A hand as it was written. hand: the concealed tiles, of which `last` was written last. tile: the
// winning one, kNoTile for the last; it may be the one that the hand is short of.
struct WrittenHand {
    Counts hand{};
    Melds melds;
    Tile last = kNoTile, tile = kNoTile;
    std::vector<std::string_view> flags;
    int seat = 0, prevalent_wind = 0, flowers = 0;
    FanCount count = FanCount::Judge;
};

// The study as JSON; or, in one line, that the hand is not complete or
// the flags are not possible.
Expected<std::string> fan_study(const WrittenHand& written);

}  // namespace mj::readings

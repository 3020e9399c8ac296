// Reading fans: the fans of each reading of a complete hand, by either fan calculator.
#pragma once

#include <optional>
#include <vector>

#include "fan/fan.hpp"
#include "readings/readings.hpp"

namespace mj::readings {

// A complete hand: concealed tiles without the winning one, melds, winning tile, how it came.
struct Complete {
    Counts hand;
    Melds melds;
    Tile tile;
    WinContext context;
};

// The two fan calculators: the published judge's, and PyMahjongGB's, which also counts an edge,
// closed or single wait inside the nine tiles of a Knitted Straight (docs/reference/botzone.md).
enum class FanCount : std::uint8_t { Judge, MahjongGB };

struct ReadingFans {
    Reading reading;
    Win win;
};

// The win of a hand; nothing if it does not win.
std::optional<Win> counted(const Complete& hand, FanCount count);

// Every reading of a hand with its fans, the best first; empty if it does not win.
std::vector<ReadingFans> reading_fans(const Complete& hand, FanCount count);

}  // namespace mj::readings

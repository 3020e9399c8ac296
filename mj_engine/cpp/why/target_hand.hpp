// Target hand: a complete hand found again from what is said of it: its fans and missing tiles.
#pragma once

#include <optional>
#include <span>

#include "core/meld.hpp"
#include "readings/readings.hpp"

namespace mj::why {

// The concealed tiles of a complete hand, and those of them that are missing.
struct FoundHand {
    Counts counts, missing;

    [[nodiscard]] int lacks() const { return sum_of(missing); }
};

// What a hand becomes one of: its tiles without one to come, its melds, the winds of seat and
// round.
struct Held {
    Counts hand;
    Melds melds;
    int seat_wind, prevalent_wind;
};

// The complete hand with these fans (the greatest first, all of them or the first ones) that a hand
// becomes; nothing if none is found. missing: kinds of tiles, each of which may be needed twice. A
// hand that lacks more than five tiles is not searched for: it says little of a discard.
std::optional<FoundHand> target_hand(std::span<const std::uint8_t> fans,
                                     std::span<const Tile> missing, const Held& held);

}  // namespace mj::why

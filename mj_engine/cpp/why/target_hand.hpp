// Target hand: rebuilds a complete hand from its fans and missing tiles.
#pragma once

#include <optional>
#include <span>

#include "core/meld.hpp"
#include "readings/readings.hpp"

namespace mj::why {

// The concealed tiles of a complete hand, and which of them are missing.
struct FoundHand {
    Counts counts, missing;

    [[nodiscard]] int lacks() const { return sum_of(missing); }
};

// The hand to complete: its tiles without one still to draw, its melds, the winds.
struct Held {
    Counts hand;
    Melds melds;
    int seat_wind, prevalent_wind;
};

// The complete hand with these fans (the greatest first, all or only the first ones) that this hand
// can become; nothing if none is found. missing: kinds of tiles; each may be needed twice. Hands
// that lack more than five tiles are not searched: they say little about a discard.
std::optional<FoundHand> target_hand(std::span<const std::uint8_t> fans,
                                     std::span<const Tile> missing, const Held& held);

}  // namespace mj::why

// Plans: what a hand is kept together for: the sets of the greatest fan that it may win with.
#pragma once

#include <optional>
#include <utility>

#include "odds/value/likeliest.hpp"
#include "why/fan_tiles.hpp"
#include "why/target_hand.hpp"

namespace mj::why {

// A hand of 8 fan that a candidate leads to: its fans, the greatest first, and all its fan, if that
// is known; the kinds that it lacks in order, and how many copies of them are left.
struct Plan {
    std::vector<std::uint8_t> fans;
    std::optional<int> total;
    std::vector<Tile> missing;
    int copies;

    [[nodiscard]] std::uint8_t fan() const { return fans.front(); }
};

// What an action leaves; the tile that it gives away, kNoTile if none.
struct Left {
    Counts hand;
    Melds melds;
    Tile discard;
};

std::vector<Plan> plans_of(std::span<const LikelyTarget> targets, const Counts& unseen);

// Tiles that one action keeps for the greatest fan of a plan and the other breaks up.
Tiles kept_for(const Plan& plan, const FoundHand& target, const Left& mine, const Left& other);

// The part of a target hand that the other action breaks up: tiles held, kinds missing.
std::pair<Tiles, Tiles> kept_at_all(const FoundHand& target, const Left& mine, const Left& other);

// The tiles of the newest meld, if it is a set of the plan's greatest fan.
Tiles made_for(const Plan& plan, const std::optional<FoundHand>& target, const Left& mine);

}  // namespace mj::why

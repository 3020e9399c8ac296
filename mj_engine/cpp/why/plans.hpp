// Plans: the target hands of a candidate, and the sets to keep for their greatest fan.
#pragma once

#include <optional>
#include <utility>

#include "odds/value/likeliest.hpp"
#include "why/fan_tiles.hpp"
#include "why/target_hand.hpp"

namespace mj::why {

// A target of 8 fan for a candidate: its fans, the greatest first; its total fan, if known; the
// missing kinds in order, and how many copies of them are left.
struct Plan {
    std::vector<std::uint8_t> fans;
    std::optional<int> total;
    std::vector<Tile> missing;
    int copies;

    [[nodiscard]] std::uint8_t fan() const { return fans.front(); }
};

// What an action leaves; discard: kNoTile if none.
struct Left {
    Counts hand;
    Melds melds;
    Tile discard;
};

std::vector<Plan> plans_of(std::span<const LikelyTarget> targets, const Counts& unseen);

// Tiles that one action keeps for the plan's greatest fan and the other breaks up.
Tiles kept_for(const Plan& plan, const FoundHand& target, const Left& mine, const Left& other);

// The part of a target that the other action breaks up: tiles held, kinds missing.
std::pair<Tiles, Tiles> kept_at_all(const FoundHand& target, const Left& mine, const Left& other);

// The tiles of the newest meld, if it is a set of the plan's greatest fan.
Tiles made_for(const Plan& plan, const std::optional<FoundHand>& target, const Left& mine);

}  // namespace mj::why

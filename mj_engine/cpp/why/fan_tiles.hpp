// Fan tiles: which tiles each fan asks for.
#pragma once

#include <vector>

#include "core/tile.hpp"
#include "fan/fans.hpp"
#include "shanten/shanten.hpp"

namespace mj::why {

inline constexpr TileSet kHonours = bit_of(kTileKinds) - bit_of(kFirstHonour);

// A set or a pair as it lies: its tiles in order.
using Tiles = std::vector<Tile>;

// Fans of the whole hand: each asks something else of a tile.
enum class Rule : std::uint8_t { None, Pairs, AllTypes, HalfFlush, FullFlush, Knitted, Allowed };

// sets: every choice of sets that makes the fan, for fans of certain sets. allowed: of a fan that
// asks something of every tile those that it allows.
struct FanTiles {
    Rule rule = Rule::None;
    TileSet allowed = 0;
    bool single = false;          // one tile of each kind
    bool concealed_only = false;  // a claim gives it away
    std::vector<std::vector<Tiles>> sets;

    // Whether a player would name a hand by this fan: it asks for certain tiles.
    [[nodiscard]] bool named() const { return rule != Rule::None || !sets.empty(); }
};

// The place of a fan in fan::kFanNames; kNoFan is a name that none of them has.
inline constexpr std::uint8_t kNoFan = fan::kFans;

// The tiles of a fan; those of kNoFan are none.
const FanTiles& fan_tiles(std::uint8_t fan);

}  // namespace mj::why

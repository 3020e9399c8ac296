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

// Fans of the whole hand: each has its own rule for a tile.
enum class Rule : std::uint8_t { None, Pairs, AllTypes, HalfFlush, FullFlush, Knitted, Allowed };

// sets: for fans of certain sets, every choice of sets that makes the fan. allowed: for fans with a
// condition on every tile, the tiles that meet it.
struct FanTiles {
    Rule rule = Rule::None;
    TileSet allowed = 0;
    bool single = false;          // one tile of each kind
    bool concealed_only = false;  // lost by a claim
    std::vector<std::vector<Tiles>> sets;

    // Whether players name a hand by this fan: it needs certain tiles.
    [[nodiscard]] bool named() const { return rule != Rule::None || !sets.empty(); }
};

// An index in fan::kFanNames; kNoFan is an unknown name.
inline constexpr std::uint8_t kNoFan = fan::kFans;

// The tiles of a fan; none for kNoFan.
const FanTiles& fan_tiles(std::uint8_t fan);

}  // namespace mj::why

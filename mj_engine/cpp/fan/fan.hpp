// The fan of a complete hand, as a total and as a list.
// Its twin: mj_bot/fan.py, which asks MahjongGB.
#pragma once

#include <span>

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "fan/fans.hpp"

namespace mj {

// How the winning tile came: the judge's flags, the winds and the flowers.
struct WinContext {
    bool self_drawn = false;
    bool fourth_tile = false;
    bool about_kong = false;
    bool wall_last = false;
    std::uint8_t seat_wind = 0;  // 0-3 east south west north
    std::uint8_t prevalent_wind = 0;
    std::uint8_t flowers = 0;
};

// One line of a win: a fan, its points, how many times.
struct FanItem {
    std::uint8_t fan;  // an index in fan::kFanNames
    std::uint8_t value;
    std::uint8_t times;
};

inline constexpr int kMostFans = 24;  // more kinds of fans than any hand has

struct Win {
    int fan = 0;    // without flowers: must be 8
    int total = 0;  // with flowers: what the judge scores
    std::array<FanItem, kMostFans> items{};
    int count = 0;

    [[nodiscard]] std::span<const FanItem> fans() const {
        return std::span(items).first(static_cast<std::size_t>(count));
    }
};

// Whether a hand (without the winning tile; 13 - 3 x melds tiles, not checked) and the tile have a
// winning shape. It runs at every draw and discard, so it rejects quickly.
bool winning_shape(const Counts& hand, Tile tile);

// The win of a hand with a tile; false if there is none: no complete form, a wrong number of tiles,
// an impossible meld or tile. No wait is counted inside the nine tiles of a Knitted Straight, as in
// mj_bot/fan.py.
bool win(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context, Win& out);

// The same without the list: the fan without flowers, -1 if it is no win.
int fan_of(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context);

}  // namespace mj

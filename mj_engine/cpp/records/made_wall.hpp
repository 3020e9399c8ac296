// A wall for a game of which it is only known what was drawn.
#pragma once

#include <array>
#include <vector>

#include "core/expected.hpp"
#include "core/tile.hpp"

namespace mj {

struct DrawnTile {
    int seat;
    Tile tile;
};

// What the seats were dealt (flowers: how many, `dealt_flowers`: which, if that is known for all)
// and drew afterwards.
struct DrawnTiles {
    std::array<std::vector<Tile>, kSeats> deals;
    std::array<int, kSeats> flowers{};
    std::array<std::vector<Tile>, kSeats> dealt_flowers;
    bool flowers_known = false;
    std::vector<DrawnTile> draws;
    bool common_wall = false;
    int wall_size = 0;
};

// A wall from which each seat draws what it drew; the rest in any order. Says why there is none.
Expected<std::vector<Tile>> made_wall(const DrawnTiles& drawn);

}  // namespace mj

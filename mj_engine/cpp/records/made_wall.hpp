// Rebuilds a wall when only the drawn tiles are known.
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

// What the seats were dealt and drew afterwards. flowers: how many each was dealt. dealt_flowers:
// which ones, if that is known for all seats.
struct DrawnTiles {
    std::array<std::vector<Tile>, kSeats> deals;
    std::array<int, kSeats> flowers{};
    std::array<std::vector<Tile>, kSeats> dealt_flowers;
    bool flowers_known = false;
    std::vector<DrawnTile> draws;
    bool common_wall = false;
    int wall_size = 0;
};

// A wall from which each seat draws these tiles, the rest in any order; else an error.
Expected<std::vector<Tile>> made_wall(const DrawnTiles& drawn);

}  // namespace mj

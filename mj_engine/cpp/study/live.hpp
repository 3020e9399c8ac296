// Live: the shanten of a hand by the tiles that can still come. A form that is ready for tiles of
// which no copy is left is dead, not ready: a tile has to be exchanged first.
#pragma once

#include <vector>

#include "shanten/shanten.hpp"

namespace mj {

// The distance of a dead form that no exchange of one tile brings to life.
inline constexpr int kNever = 99;

// Copies of these tiles among those that are left.
int copies_left(TileSet tiles, const Counts& unseen);

// A form's distance, and the tiles that lower it; of a dead form the distance with the best
// exchange of a tile, 1 or kNever, and the tiles that are drawn in such an exchange.
struct LiveForm {
    WinForm form;
    int distance;
    TileSet effective;
    bool dead;
};

// Each form that a hand of this size can have. unseen: copies of each tile that can still come.
std::vector<LiveForm> live_forms(Shanten& shanten, const Counts& hand, const Counts& unseen);

// The least of them, as `Shanten::least`; its distance alone.
Least live_least(Shanten& shanten, const Counts& hand, const Counts& unseen);
int live_distance(Shanten& shanten, const Counts& hand, const Counts& unseen);

}  // namespace mj

// Live: shanten with only the tiles that can still come. A form that waits only for tiles without
// copies left is dead, not ready: it has to exchange a tile first.
#pragma once

#include <vector>

#include "shanten/shanten.hpp"

namespace mj {

// The distance of a dead form that no exchange of one tile can revive.
inline constexpr int kNever = 99;

// How many copies of these tiles are left.
int copies_left(TileSet tiles, const Counts& unseen);

// A form's distance, and the tiles that lower it. A dead form has distance 1, with the tiles to
// draw in the exchange, or kNever.
struct LiveForm {
    WinForm form;
    int distance;
    TileSet effective;
    bool dead;
};

// Each form possible for a hand of this size. unseen: copies of each tile that can still come.
std::vector<LiveForm> live_forms(Shanten& shanten, const Counts& hand, const Counts& unseen);

// The least of them, as in `Shanten::least`; only its distance.
Least live_least(Shanten& shanten, const Counts& hand, const Counts& unseen);
int live_distance(Shanten& shanten, const Counts& hand, const Counts& unseen);

}  // namespace mj

// Worlds: hidden tiles dealt anew.
#pragma once

#include "core/rng.hpp"
#include "table/game.hpp"

namespace mj {

// Shuffles the other seats' concealed tiles and what is left of all four walls among each other.
// Every hand keeps its size; another seat's concealed kong becomes one of any kind of which the
// seat sees no copy. What the seat knows does not change, nor does its coming decision.
void shuffle_hidden(Game& game, int seat, Rng& rng);

// Shuffles what is left of all four walls among each other; hands and sizes stay.
void shuffle_walls(Game& game, Rng& rng);

}  // namespace mj

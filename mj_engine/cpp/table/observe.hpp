// Observing: a seat's part of what the table knows.
#pragma once

#include "core/state.hpp"
#include "table/game.hpp"

namespace mj {

// What this seat may know now, like mj_bot.state.GameState after the current request. Only here the
// size of the wall is known from the beginning.
GameState state_of(const Game& game, int seat);

}  // namespace mj

// Observing: a seat's part of what the table knows.
#pragma once

#include "core/state.hpp"
#include "table/game.hpp"

namespace mj {

// What this seat may know now, as mj_bot.state.GameState has it after the current request. Only
// the size of the wall is known from the beginning here.
GameState state_of(const Game& game, int seat);

}  // namespace mj

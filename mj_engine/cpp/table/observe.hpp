// Observing: a seat's part of the table's knowledge.
#pragma once

#include "core/state.hpp"
#include "table/game.hpp"

namespace mj {

// What this seat may know now, like mj_bot.state.GameState after the current request, except that
// the size of the wall is known from the start.
GameState state_of(const Game& game, int seat);

}  // namespace mj

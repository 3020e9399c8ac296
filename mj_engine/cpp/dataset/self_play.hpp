// Self-play: games of native tactics in the form a data set stores.
#pragma once

#include "dataset/stored_game.hpp"
#include "play/many.hpp"

namespace mj {

// Plays all tasks. with_values: whether to store `odds`' value of every legal action.
std::vector<StoredGame> play_stored(const Plan& plan, bool with_values, int threads);

}  // namespace mj

// Self-play: games of native tactics as a data set stores them.
#pragma once

#include "dataset/stored_game.hpp"
#include "play/many.hpp"

namespace mj {

// Plays all tasks. with_values: whether to store the values of `odds` for all legal actions.
std::vector<StoredGame> play_stored(const Plan& plan, bool with_values, int threads);

}  // namespace mj

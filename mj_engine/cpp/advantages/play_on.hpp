// Play on: continues a game from an answered decision to a later own draw, and measures luck.
#pragma once

#include <optional>

#include "advantages/luck.hpp"
#include "play/player.hpp"

namespace mj {

// The decision at which the game was cut off.
struct Cut {
    GameState state;
    Valued valued;
};

// score: the seat's final score, or its expected score at the cut. luck: of its draws.
struct PlayedOn {
    double score;
    double luck;
    std::optional<Cut> cut;
};

// Plays on to the seat's `draws`th draw, unless it wins with that draw; to the end of the game if
// that comes first, or if draws is 0. luck: knows the action the seat has just taken. The seat's
// player must be `odds` or `learned`. with_summaries: as in `valued_by`, at the cut.
PlayedOn play_on(Game& game, int seat, int draws, Luck luck, const Seats& seats,
                 bool with_summaries);

}  // namespace mj

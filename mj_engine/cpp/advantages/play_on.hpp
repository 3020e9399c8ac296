// Play on: from a decision that was answered to an own draw some turns later, with what luck had.
#pragma once

#include <optional>

#include "advantages/luck.hpp"
#include "play/player.hpp"

namespace mj {

// The decision at which the play was cut short.
struct Cut {
    GameState state;
    Valued valued;
};

// score: of the seat, in points; what it expects at the cut, if there is one. luck: of its draws.
struct PlayedOn {
    double score;
    double luck;
    std::optional<Cut> cut;
};

// Plays the game on to the seat's `draws`th draw (unless it wins with it), or to the end if that
// comes first or draws is 0. luck: expects what the seat just answered. The seat's player must be
// `odds` or `learned`. with_summaries: as of `valued_by`, at the cut.
PlayedOn play_on(Game& game, int seat, int draws, Luck luck, const Seats& seats,
                 bool with_summaries);

}  // namespace mj

// PlainHand: a hand as deals, draws and actions, as record readers deliver it, and the function
// that plays it at our table. mj_lab/core/records/hand.py writes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/action.hpp"
#include "core/expected.hpp"
#include "table/record.hpp"

namespace mj {

// FalseWin: a seat declared a win it did not have, and play went on.
enum class StepKind : std::uint8_t { Draw, Play, Chi, Peng, Gang, Bugang, Hu, FalseWin };

// A claim by a seat. chow: the middle tile, kNoTile if the record does not say.
struct Wish {
    int seat;
    ActionKind kind;
    Tile chow = kNoTile;
};

// One action or draw of a seat. tile: also given for a concealed kong; kNoTile for the kong of a
// discard. line: in the record, 0 for none. passed: seats recorded as not claiming. preempted:
// claims that lost to this one.
struct Step {
    StepKind kind;
    int seat;
    Tile tile = kNoTile;
    Tile chow = kNoTile;
    int line = 0;
    std::vector<int> passed;
    std::vector<Wish> preempted;
};

// A seat held back a flower from one step to another, so its hand was different.
struct Keeping {
    int first, last, seat;
};

// tells_all: whether a seat that could claim and is not listed passed. drawn: nobody won. fan: the
// win's, as the record counts it.
struct PlainHand {
    int prevalent_wind = 0;
    bool common_wall = false;
    bool tells_all = false;
    bool drawn = false;
    int fan = 0;
    std::vector<Tile> wall;
    std::vector<Step> steps;
    std::vector<Keeping> keeping;
};

// Parses a step: kind, seat, tile, chow, line, seats that passed, then lost claims; "-" for none.
// Example: HU 1 - - 37 0 2:PENG 3:CHI:W3
Expected<Step> step_of(std::string_view text);

// A turn and seat, with the claim it refers to, if any.
struct TurnNote {
    int turn, seat;
    std::string text;

    auto operator<=>(const TurnNote&) const = default;
};

// The finished game of a hand, with notes as in mj_lab's Match.
struct PlayedHand {
    Game game;
    Record record;
    std::vector<TurnNote> preempted, untold, false_wins;
};

// Why our rules do not allow a hand: a general reason, the line, the details.
struct HandFault {
    std::string reason;
    int line = 0;
    std::string about;
};

// Plays a hand; pre-empted seats pass in it. A win below 8 fan ends it with the record's fan, since
// others accept it. If our rules do not allow the hand, returns nothing and sets the fault.
std::optional<PlayedHand> played(const PlainHand& hand, HandFault& fault);

// Whether this answer of one seat is legal now; wins are not checked. as_recorded: by the rules of
// people's tables, where the last tile may also be claimed and make a kong.
bool allows(const Game& game, int seat, const Action& action, bool as_recorded);

// Replays a finished record on its wall from its answers, up to the end that our table finds.
// is_whole: whether the record ended without a fault.
PlayedHand played_again(const Game& begun, const std::vector<Answers>& turns, bool is_whole);

}  // namespace mj

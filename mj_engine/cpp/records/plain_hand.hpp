// PlainHand: a hand by what was dealt, drawn and done, as readers of records give it, and the one
// player of such hands at our table. mj_lab/core/records/hand.py writes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/action.hpp"
#include "core/expected.hpp"
#include "table/record.hpp"

namespace mj {

// FalseWin: a seat declared a win that was none, and play went on.
enum class StepKind : std::uint8_t { Draw, Play, Chi, Peng, Gang, Bugang, Hu, FalseWin };

// A claim that a seat made; of a chow the middle, kNoTile where the record does not say which.
struct Wish {
    int seat;
    ActionKind kind;
    Tile chow = kNoTile;
};

// One thing that a seat did or got. tile: of a concealed kong, kNoTile for that of a discard. line:
// in the record, 0 for none. passed: who is said to have wanted nothing. preempted: what others
// wanted and did not get.
struct Step {
    StepKind kind;
    int seat;
    Tile tile = kNoTile;
    Tile chow = kNoTile;
    int line = 0;
    std::vector<int> passed;
    std::vector<Wish> preempted;
};

// From which step to which a seat kept a flower, so that it had another hand.
struct Keeping {
    int first, last, seat;
};

// tells_all: whether a seat that could claim and is not named passed. drawn: whether nobody won.
// fan: of the win, as the record counts it.
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

// The step of a text: kind, seat, tile, chow, line, who passed, then the wishes, "-" for none:
// HU 1 - - 37 0 2:PENG 3:CHI:W3
Expected<Step> step_of(std::string_view text);

// A turn and a seat, and the claim that is said of them, if any.
struct TurnNote {
    int turn, seat;
    std::string text;

    auto operator<=>(const TurnNote&) const = default;
};

// The game of a hand, finished; notes as mj_lab's Match has them.
struct PlayedHand {
    Game game;
    Record record;
    std::vector<TurnNote> preempted, untold, false_wins;
};

// Why our rules allow no such hand: the reason, which many may share, the line, the detail.
struct HandFault {
    std::string reason;
    int line = 0;
    std::string about;
};

// Plays a hand; whoever was pre-empted passes in it. A win below 8 fan, which others accept, ends
// it with the record's fan. Nothing, with the fault, where our rules allow no such hand.
std::optional<PlayedHand> played(const PlainHand& hand, HandFault& fault);

// Whether this answer of one seat is no fault now, a win apart. as_recorded: at a table where the
// last tile may make a kong and be claimed too, as on people's.
bool allows(const Game& game, int seat, const Action& action, bool as_recorded);

// A finished record played again on its wall by its answers, up to the end that our table finds.
// is_whole: whether it ended without a fault.
PlayedHand played_again(const Game& begun, const std::vector<Answers>& turns, bool is_whole);

}  // namespace mj

// PlayedHand: a hand of people's by what was drawn and done, with what its record says besides.
// Its twins: mj_lab/records/hand.py, mj_lab/records/formats/people/played_hand.py.
#pragma once

#include "core/action.hpp"
#include "records/match.hpp"
#include "records/values.hpp"

namespace mj {

// FalseWin: a seat declared a win that was none, and play went on.
enum class StepKind : std::uint8_t { Draw, Play, Chi, Peng, Gang, Bugang, Hu, FalseWin };

// A claim that a seat made; of a chow the middle, kNoTile where the record does not say which.
struct Wish {
    int seat;
    ActionKind kind;
    Tile chow = kNoTile;
};

// One thing that a seat did or got. tile: of a concealed kong, kNoTile for that of a discard.
// preempted: what others wanted and did not get; passed: who is said to have wanted nothing. event:
// its number in the record, 0 for none.
struct Step {
    StepKind kind;
    int seat;
    Tile tile = kNoTile;
    Tile chow = kNoTile;
    std::vector<Wish> preempted;
    int event = 0;
    std::vector<int> passed;
};

// From which step to which a seat kept a flower, so that it had another hand.
struct Keeping {
    int first, last, seat;
};

struct PlayedHand {
    std::string id;
    int prevalent_wind = 0;
    std::vector<Step> steps;
    bool drawn = false;
    int fan = 0;
    std::vector<FanLine> fans;
    std::array<int, kSeats> scores{};
    std::vector<Tile> wall;
    bool wall_known = false;
    std::vector<std::int64_t> penalties;
    std::vector<Keeping> keeping;
    std::vector<std::string> players, player_ids;
    std::vector<std::optional<double>> ratings;
    std::int64_t began = 0;
    std::optional<MatchPlace> place;
};

// The match of a hand, played again at our table on its one wall; whoever was pre-empted passes in
// it. Says the event where our rules allow no such hand.
// Its twin: mj_lab/records/hand_at_judge.py.
MatchOnRecord folded(const PlayedHand& hand, Trouble& trouble);

}  // namespace mj

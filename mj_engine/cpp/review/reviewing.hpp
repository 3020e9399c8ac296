// Reviewing: compares one seat of a game with `learned`, decision by decision.
// Its twin: mj_lab/explain/review/reviewing.py.
#pragma once

#include <vector>

#include "core/expected.hpp"
#include "learned/learned.hpp"
#include "review/losses.hpp"
#include "table/heard.hpp"

namespace mj {

// What a seat answered in a turn.
struct AnswerOnRecord {
    std::string_view text;
    bool known = true;       // whether the record has it
    bool preempted = false;  // a claim that lost to another seat's: its discard is not recorded
};

// One decision: the tactic's best action, what was played, and its loss; no loss if it is the best.
struct Reviewed {
    std::size_t turn;
    Action best, played;
    std::optional<Loss> loss;
    double win_chance, expected_score;  // of the best action
    bool own_draw;
    Tile offered;  // kNoTile on an own draw
    GameState state;
    std::vector<Explained> explained;  // all of the tactic's candidates
};

struct SeatReview {
    int seat = -1;
    std::vector<Reviewed> decisions;
    int illegal = 0;  // decisions with an illegal answer, left out
};

// The figures of an action, for `loss_of`.
Figures figures_of(const Explained& one);

// Whether an action is as good as the best. discards: own discards before it.
bool is_as_good(const Explained& one, const Explained& best, int discards, const LossScale& scale);

// Reviews a seat's requests and answers; `heard` must be new. Returns an error that names the turn
// if the requests are not a game.
Expected<SeatReview> review_seat(Heard heard, std::span<const std::string_view> requests,
                                 std::span<const AnswerOnRecord> answers, Learned& adviser,
                                 const LossScale& scale);

}  // namespace mj

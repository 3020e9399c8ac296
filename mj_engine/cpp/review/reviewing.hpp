// Reviewing: one seat of a game held against `learned`, decision by decision.
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
    bool known = true;       // whether the record says what it was
    bool preempted = false;  // a claim that another seat's came before: no record has its discard
};

// One decision: the tactic's best action, what was played, and what that lost, nothing if it is the
// best.
struct Reviewed {
    std::size_t turn;
    Action best, played;
    std::optional<Loss> loss;
    double win_chance, expected_score;  // of the best
    bool own_draw;
    Tile offered;  // kNoTile on an own draw
    GameState state;
    std::vector<Explained> explained;  // all that the tactic says
};

struct SeatReview {
    int seat = -1;
    std::vector<Reviewed> decisions;
    int illegal = 0;  // decisions without a legal answer, which are left out
};

// What `learned` says of an action, for a loss.
Figures figures_of(const Explained& one);

// Whether an action is as good as the best. discards: own ones before.
bool is_as_good(const Explained& one, const Explained& best, int discards, const LossScale& scale);

// Reviews what a seat was sent and answered; `heard` has heard nothing yet. Says the turn, if the
// requests are no game.
Expected<SeatReview> review_seat(Heard heard, std::span<const std::string_view> requests,
                                 std::span<const AnswerOnRecord> answers, Learned& adviser,
                                 const LossScale& scale);

}  // namespace mj

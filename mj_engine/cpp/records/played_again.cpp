// Replays a finished record from its answers.
#include <algorithm>

#include "records/plain_hand.hpp"
#include "table/legality.hpp"

namespace mj {

namespace {

bool is_plain(Tile tile) { return tile < kTileKinds || tile == kNoTile; }

bool allows_now(const Game& game, int seat, const Action& action) {
    if (!is_plain(action.tile) || !is_plain(action.chow)) return false;
    if (game.event.kind == EventKind::Draw) {
        return seat == game.turn && allows_own(game, seat, action);
    }
    return game.event.discards() && seat != game.turn && allows_claim(game, seat, action);
}

// The seat whose claim the judge looks at first, wins apart; kNobody if all pass or one wins.
int first_claim(const Game& game, const Answers& answers) {
    for (const Answer& answer : answers) {
        if (answer.form == Form::Missing || answer.is(ActionKind::Hu)) return kNobody;
    }
    for (const bool three_words : {false, true}) {
        for (int seat = 0; seat < kSeats; ++seat) {
            const Answer& answer = answers[seat];
            if (seat == game.turn || answer.is(ActionKind::Pass)) continue;
            if (answer.has_three_words() == three_words) return seat;
        }
    }
    return kNobody;
}

// Submits the answers to the judge. One exception: an action that the judge rejects only because no
// tile is left is played as recorded.
void submit_as_recorded(Game& game, const Answers& answers) {
    const bool own = game.event.kind == EventKind::Draw;
    int seat = own ? game.turn : kNobody;
    if (game.event.discards()) seat = first_claim(game, answers);
    if (seat == kNobody || answers[seat].form != Form::Good) return game.submit(answers);
    const Action& action = answers[seat].action;
    if (action.kind == ActionKind::Hu || allows_now(game, seat, action) ||
        !allows(game, seat, action, true)) {
        return game.submit(answers);
    }
    const auto passes = [&](int other) { return answers[other].is(ActionKind::Pass); };
    for (int other = 0; other < kSeats; ++other) {
        // Faults of other seats are left to the judge.
        if (other != seat && (own || other == game.turn) && !passes(other)) {
            return game.submit(answers);
        }
    }
    own ? game.act(action) : game.claim(seat, action);
}

}  // namespace

bool allows(const Game& game, int seat, const Action& action, bool as_recorded) {
    if (allows_now(game, seat, action)) return true;
    if (!as_recorded || game.drawn_from(seat) > 0) return false;
    Game more = game;  // pretend that tiles are left
    for (std::uint8_t& left : more.left) left = std::max<std::uint8_t>(left, 1);
    return allows_now(more, seat, action);
}

PlayedHand played_again(const Game& begun, const std::vector<Answers>& turns, bool is_whole) {
    PlayedHand played{.game = begun, .record = {}, .preempted = {}, .untold = {}, .false_wins = {}};
    Game& game = played.game;
    for (const Answers& answers : turns) {
        if (game.over()) break;
        played.record.add(game, answers);
        game.common_wall&& is_whole ? submit_as_recorded(game, answers) : game.submit(answers);
    }
    return played;
}

}  // namespace mj

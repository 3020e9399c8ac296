#include "review/reviewing.hpp"

#include <algorithm>
#include <string>

#include "table/legality.hpp"
#include "table/observe.hpp"

namespace mj {

namespace {

// Whether an action may be this recorded claim that lost to another seat's: PENG, CHI W2, CHI.
bool may_be_claim(const Action& action, std::string_view claim) {
    const std::string text = text_of({.kind = action.kind, .chow = action.chow});
    return claim == text || (claim == "CHI" && action.kind == ActionKind::Chi);
}

// The legal actions that the answer may stand for.
std::vector<Action> meant_by(const AnswerOnRecord& answer, std::span<const Action> legal) {
    std::vector<Action> meant;
    const auto parsed = parse_action(answer.text);
    std::ranges::copy_if(legal, std::back_inserter(meant), [&](const Action& action) {
        if (answer.preempted) return may_be_claim(action, answer.text);
        return parsed && action.same(*parsed);
    });
    return meant;
}

Reviewed reviewed(std::size_t turn, const GameState& state, std::span<const Action> legal,
                  const std::vector<Action>& meant, Learned& adviser, const LossScale& scale) {
    auto explained = adviser.explain(state, legal);
    const Explained& first = explained.front();
    std::vector<Figures> figures;
    std::ranges::transform(explained, std::back_inserter(figures), figures_of);
    const Figures& best = figures.front();
    const Figures& played = *taken_for(figures, meant);
    const bool own_draw = state.decision == Decision::OwnDraw;
    Reviewed found{.turn = turn,
                   .best = best.action,
                   .played = played.action,
                   .loss = std::nullopt,
                   .win_chance = first.win_chance,
                   .expected_score = first.expected_score,
                   .own_draw = own_draw,
                   .offered = own_draw ? kNoTile : state.offered,
                   .state = state,
                   .explained = {}};
    if (&best != &played) {
        found.loss = loss_of(best, played, state.discards[state.seat].size, scale);
    }
    found.explained = std::move(explained);
    return found;
}

}  // namespace

Figures figures_of(const Explained& one) {
    const double value = one.expected_score;
    return {one.candidate.action, value, value - one.learned, one.candidate.deal_in};
}

bool is_as_good(const Explained& one, const Explained& best, int discards, const LossScale& scale) {
    return loss_of(figures_of(best), figures_of(one), discards, scale).as_good();
}

Expected<SeatReview> review_seat(Heard heard, std::span<const std::string_view> requests,
                                 std::span<const AnswerOnRecord> answers, Learned& adviser,
                                 const LossScale& scale) {
    SeatReview review;
    for (std::size_t turn = 0; turn < requests.size(); ++turn) {
        if (const auto wrong = heard.take(requests[turn])) {
            return Fault{"turn " + std::to_string(turn) + ": " + wrong->text};
        }
        if (turn >= answers.size()) continue;
        const AnswerOnRecord& answer = answers[turn];
        ActionList legal;
        list_legal(heard.game(), heard.seat(), legal);
        if (answer.known && legal.size > 1) {
            const auto meant = meant_by(answer, legal.all());
            if (meant.empty()) {
                ++review.illegal;
            } else {
                const GameState state = state_of(heard.game(), heard.seat());
                review.decisions.push_back(
                    reviewed(turn, state, legal.all(), meant, adviser, scale));
            }
        }
        if (const auto given = parse_action(answer.text)) heard.answered(*given);
    }
    review.seat = heard.seat();
    return review;
}

}  // namespace mj

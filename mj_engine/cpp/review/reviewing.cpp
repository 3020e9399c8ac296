#include "review/reviewing.hpp"

#include <algorithm>
#include <string>

#include "table/legality.hpp"
#include "table/observe.hpp"

namespace mj {

namespace {

constexpr std::array<std::string_view, 3> kStages{"discard early", "discard middle",
                                                  "discard late"};
constexpr std::string_view kDefence = "defence";
constexpr int kRow = 6;  // discards lie in rows of six

// The claim of a seat that another's came before, as a record has it: PENG, CHI W2, CHI. Whether
// an action may be it.
bool may_be_claim(const Action& action, std::string_view claim) {
    const std::string text = text_of({.kind = action.kind, .chow = action.chow});
    return claim == text || (claim == "CHI" && action.kind == ActionKind::Chi);
}

// The legal actions that the answer may have been.
std::vector<Action> meant_by(const AnswerOnRecord& answer, std::span<const Action> legal) {
    std::vector<Action> meant;
    const auto parsed = parse_action(answer.text);
    std::ranges::copy_if(legal, std::back_inserter(meant), [&](const Action& action) {
        if (answer.preempted) return may_be_claim(action, answer.text);
        return parsed && action.same(*parsed);
    });
    return meant;
}

const Explained& explained_of(const std::vector<Explained>& explained, const Action& action) {
    return *std::ranges::find_if(
        explained, [&](const Explained& one) { return one.candidate.action.same(action); });
}

// Of what an answer may have been, what is best for who answered.
const Explained& taken_for(const std::vector<Explained>& explained,
                           const std::vector<Action>& meant) {
    const Explained* found = nullptr;
    for (const Action& action : meant) {
        const Explained& one = explained_of(explained, action);
        if (&one == explained.data()) return one;
        if (found == nullptr || one.expected_score > found->expected_score) found = &one;
    }
    return *found;
}

std::string_view review_kind(const Loss& loss, int discards, double danger) {
    if (loss.kind != LossKind::Discard) return kLossKindNames[static_cast<std::size_t>(loss.kind)];
    if (loss.predicted > 0 && danger >= loss.predicted / 2) return kDefence;
    return kStages[std::min<std::size_t>(discards / kRow, kStages.size() - 1)];
}

Reviewed reviewed(std::size_t turn, const GameState& state, std::span<const Action> legal,
                  const std::vector<Action>& meant, Learned& adviser, const LossScale& scale) {
    const auto explained = adviser.explain(state, legal);
    const Explained& best = explained.front();
    const Explained& played = taken_for(explained, meant);
    const bool own_draw = state.decision == Decision::OwnDraw;
    Reviewed found{.turn = turn,
                   .best = best.candidate.action,
                   .played = played.candidate.action,
                   .loss = std::nullopt,
                   .win_chance = best.win_chance,
                   .expected_score = best.expected_score,
                   .own_draw = own_draw,
                   .offered = own_draw ? kNoTile : state.offered,
                   .kind = {}};
    if (&best == &played) return found;
    found.loss =
        loss_of(found.best, found.played, best.expected_score, played.expected_score, scale);
    const double danger = adviser.odds().coefficients().forecast.deal_in_costs *
                          (played.candidate.deal_in - best.candidate.deal_in);
    found.kind = review_kind(*found.loss, state.discards[state.seat].size, danger);
    return found;
}

}  // namespace

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

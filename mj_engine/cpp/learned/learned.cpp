#include "learned/learned.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

#include "core/crc32.hpp"
#include "core/rng.hpp"
#include "learned/candidate_features.hpp"
#include "numbers/odds.hpp"
#include "numbers/win_chance.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// Expected points that differ by less than 1 / kApart count as equal.
constexpr double kApart = 1e9;

bool leaves_hand(const GameState& state, const Action& action) {
    return action.kind != ActionKind::Hu && !ends_drawn(state, action);
}

// A random number from the standard Gumbel distribution. Adding such numbers to logits and taking
// the maximum samples from the softmax (Gumbel-max trick).
double gumbel(Rng& rng) {
    constexpr unsigned unused = 12;
    constexpr double all = 1ULL << (64 - unused);
    return -std::log(-std::log((static_cast<double>(rng.next() >> unused) + 0.5) / all));
}

}  // namespace

Learned::Learned(std::shared_ptr<const OddsTables> tables, const OddsOptions& odds,
                 std::shared_ptr<const AdvantageModel> model, const LearnedOptions& options)
    : odds_(std::move(tables), odds), model_(std::move(model)), options_(options) {
    if (model_) odds_.watch(reaches_);
}

Action Learned::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    mend(state, legal);
    if (options_.temperature > 0) draw(state);
    return taken().action;
}

std::vector<Explained> Learned::explain(const GameState& state, std::span<const Action> legal) {
    auto explained = odds_.explain(state, legal);
    const bool wins = legal.front().kind == ActionKind::Hu;
    if (wins && legal.size() == 1) return explained;
    mend(state, legal.subspan(wins ? 1 : 0));
    const Mended best = taken();
    const auto is_best = [&](const Explained& one) {
        return one.candidate.action.same(best.action);
    };
    const auto exact_best = std::ranges::find_if(explained, is_best);
    const double forecast = exact_best->expected_score, exact = exact_best->candidate.value;
    // So far the win is the first row.
    const bool takes_win =
        wins && explained.front().expected_score >= forecast - numbers::win_chance::kSurePass;
    for (Explained& one : std::span(explained).subspan(wins ? 1 : 0)) {
        const auto mended = std::ranges::find_if(
            mended_, [&](const Mended& other) { return other.action.same(one.candidate.action); });
        // For actions that may not be taken the fast value is only a bound.
        const double behind = mended->may_be_taken ? best.value - mended->value
                                                   : std::max(0.0, exact - one.candidate.value);
        const double expected = forecast - behind;
        one.candidate.value = best.value - behind;
        one.learned = expected - one.expected_score;
        one.expected_score = expected;
    }
    std::ranges::stable_sort(explained, {}, [&](const Explained& one) {
        const bool first = takes_win && one.candidate.action.kind == ActionKind::Hu;
        return std::tuple(!first, !is_best(one), -std::round(one.expected_score * kApart));
    });
    return explained;
}

// The first of the greatest values; the best action of odds is always allowed.
const Learned::Mended& Learned::taken() const {
    auto taken = std::ranges::find(mended_, true, &Mended::may_be_taken);
    for (auto one = taken; one != mended_.end(); ++one) {
        if (one->may_be_taken && one->value > taken->value + numbers::odds::kValueTolerance)
            taken = one;
    }
    return *taken;
}

// The candidates of odds; the model's points are added to those that may be taken, except the best
// of odds. If the best of odds ends the game, no other may be taken.
void Learned::mend(const GameState& state, std::span<const Action> legal) {
    const auto all = odds_.candidates(state, legal);
    const Candidate& best = odds_.best_of(all);
    const bool ends = !leaves_hand(state, best.action);
    mended_.clear();
    open_.clear();
    for (const Candidate& one : all) {
        const bool near = best.value - one.value <= options_.within;
        const bool may = &one == &best || (!ends && near && leaves_hand(state, one.action));
        if (may) open_.push_back(mended_.size());
        mended_.push_back({one.action, one.value, may});
    }
    if (open_.size() == 1) return;
    std::vector<double> points(open_.size(), 0);
    if (model_) {
        const auto rows = candidate_features(state, all, reaches_, open_);
        for (std::size_t row = 0; row < open_.size(); ++row) {
            points[row] = model_->points(
                std::span(rows).subspan(row * kCandidateFeatures, kCandidateFeatures));
        }
    }
    const auto best_place = static_cast<std::size_t>(&best - all.data());
    const auto best_row = std::ranges::find(open_, best_place) - open_.begin();
    const double of_best = points[best_row] + options_.margin;
    for (std::size_t row = 0; row < open_.size(); ++row) {
        if (row != static_cast<std::size_t>(best_row))
            mended_[open_[row]].value += points[row] - of_best;
    }
}

void Learned::draw(const GameState& state) {
    Rng rng(crc32(state.unseen, seed_));
    for (Mended& one : mended_) one.value += options_.temperature * gumbel(rng);
}

}  // namespace mj

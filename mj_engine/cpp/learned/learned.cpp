#include "learned/learned.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/crc32.hpp"
#include "core/rng.hpp"
#include "learned/candidate_features.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

bool leaves_hand(const GameState& state, const Action& action) {
    return action.kind != ActionKind::Hu && !ends_drawn(state, action);
}

// A number from the standard Gumbel distribution. Adding such numbers to logits and taking the
// greatest samples from the softmax: the Gumbel-max trick.
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
    const auto all = odds_.candidates(state, legal);
    const Candidate& best = odds_.best_of(all);
    if (!leaves_hand(state, best.action)) return best.action;
    mend(state, all, best);
    if (options_.temperature > 0) draw(state);
    const double equal_within = odds_.coefficients().points.equal_within;
    // The best of odds may always be taken.
    auto taken = std::ranges::find(mended_, true, &Mended::may_be_taken);
    for (auto one = taken; one != mended_.end(); ++one) {
        if (one->may_be_taken && one->value > taken->value + equal_within) taken = one;
    }
    return taken->action;
}

// The points added to the values of the actions that may be taken; the best of odds keeps its own.
void Learned::mend(const GameState& state, std::span<const Candidate> all, const Candidate& best) {
    mended_.clear();
    for (const Candidate& one : all) {
        const bool near = best.value - one.value <= options_.within;
        mended_.push_back({one.action, one.value, near && leaves_hand(state, one.action)});
    }
    std::vector<double> points(all.size(), 0);
    if (model_ && std::ranges::count(mended_, true, &Mended::may_be_taken) > 1) {
        rows_.resize(all.size() * kCandidateFeatures);
        write_candidate_features(state, all, reaches_, odds_.coefficients(), rows_);
        for (std::size_t place = 0; place < all.size(); ++place) {
            points[place] = model_->points(std::span<const double>(rows_).subspan(
                place * kCandidateFeatures, kCandidateFeatures));
        }
    }
    const auto best_place = static_cast<std::size_t>(&best - all.data());
    const double of_best = points[best_place] + options_.margin;
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (place != best_place) mended_[place].value += points[place] - of_best;
    }
}

void Learned::draw(const GameState& state) {
    Rng rng(crc32(state.unseen, seed_));
    for (Mended& one : mended_) one.value += options_.temperature * gumbel(rng);
}

}  // namespace mj

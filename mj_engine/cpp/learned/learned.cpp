#include "learned/learned.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/crc32.hpp"
#include "core/rng.hpp"
#include "learned/candidate_features.hpp"
#include "tactics/after.hpp"

namespace mj {

namespace {

bool leaves_hand(const View& view, const Action& action) {
    return action.kind != ActionKind::Hu && !ends_drawn(view, action);
}

// From the standard Gumbel distribution: who adds such numbers to others and takes the greatest
// has drawn by softmax.
double gumbel(Rng& lots) {
    constexpr unsigned unused = 12;
    constexpr double all = 1ULL << (64 - unused);
    return -std::log(-std::log((static_cast<double>(lots.next() >> unused) + 0.5) / all));
}

}  // namespace

Learned::Learned(std::shared_ptr<const OddsTables> tables, const OddsOptions& odds,
                 std::shared_ptr<const AdvantageModel> model, const LearnedOptions& options)
    : odds_(std::move(tables), odds), model_(std::move(model)), options_(options) {
    if (model_) odds_.look_at_reach();
}

Action Learned::choose(const View& view, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const auto all = odds_.candidates(view, legal);
    const Candidate& best = odds_.best_of(all);
    if (!leaves_hand(view, best.action)) return best.action;
    mend(view, all, best);
    if (options_.temperature > 0) draw(view);
    const double equal_within = odds_.coefficients().points.equal_within;
    const Mended* taken = nullptr;
    for (const Mended& one : mended_) {
        if (one.may_be_taken && (!taken || one.value > taken->value + equal_within)) taken = &one;
    }
    return taken->action;
}

// What is added to the values of the actions that may be taken; the best of odds keeps its own.
void Learned::mend(const View& view, std::span<const Candidate> all, const Candidate& best) {
    mended_.clear();
    for (const Candidate& one : all) {
        const bool near = best.value - one.value <= options_.within;
        mended_.push_back({one.action, one.value, near && leaves_hand(view, one.action)});
    }
    std::vector<double> points(all.size(), 0);
    if (model_ && std::ranges::count(mended_, true, &Mended::may_be_taken) > 1) {
        rows_.resize(all.size() * kCandidateFeatures);
        write_candidate_features(view, all, odds_.coefficients(), rows_);
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

void Learned::draw(const View& view) {
    Rng lots(crc32(view.unseen, seed_));
    for (Mended& one : mended_) one.value += options_.temperature * gumbel(lots);
}

}  // namespace mj

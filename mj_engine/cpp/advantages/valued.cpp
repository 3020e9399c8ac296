#include "advantages/valued.hpp"

#include <algorithm>
#include <stdexcept>

#include "learned/learned.hpp"

namespace mj {

Valued valued_by(Tactic& tactic, const GameState& state, std::span<const Action> legal,
                 bool with_summaries) {
    auto* const learned = dynamic_cast<Learned*>(&tactic);
    auto* const odds = learned != nullptr ? &learned->odds() : dynamic_cast<Odds*>(&tactic);
    if (odds == nullptr) {
        throw std::logic_error("a player without candidates: `odds` and `learned` have them");
    }
    TargetSummaries reaches;
    Draws draws;
    odds->watch(draws);
    if (with_summaries) odds->watch(reaches);
    // With only one legal action `learned` does not ask its odds.
    const bool chooses = learned != nullptr && legal.size() > 1;
    const Action action = chooses ? learned->choose(state, legal) : kPassing;
    const auto all = chooses ? odds->found() : odds->candidates(state, legal);
    odds->stop(draws);
    odds->stop(reaches);
    const Candidate& best = odds->best_of(all);
    const auto best_place = static_cast<std::size_t>(&best - all.data());
    std::size_t taken = best_place;
    if (chooses) {
        const auto found = std::ranges::find_if(
            all, [&](const Candidate& one) { return one.action.same(action); });
        taken = static_cast<std::size_t>(found - all.begin());
    }
    return {all,   best_place,         taken,           odds->expected_of(best),
            *odds, std::move(reaches), std::move(draws)};
}

std::array<double, kTileKinds> Draws::points(const Odds& odds, std::size_t place) const {
    std::array<double, kTileKinds> found{};
    if (place >= hand_values_.size()) return found;
    const double rate = odds.found()[place].rate;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        found[tile] = odds.points_with(hand_values_[place][tile], rate);
    }
    return found;
}

FeatureRows features_of(const GameState& state, const Valued& valued) {
    return {candidate_features(state, valued.all, valued.reaches)};
}

}  // namespace mj

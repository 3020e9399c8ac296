#include "advantages/valued.hpp"

#include <algorithm>
#include <stdexcept>

#include "learned/learned.hpp"

namespace mj {

Valued valued_by(Tactic& tactic, const View& view, std::span<const Action> legal,
                 bool with_features) {
    auto* const learned = dynamic_cast<Learned*>(&tactic);
    auto* const odds = learned != nullptr ? &learned->odds() : dynamic_cast<Odds*>(&tactic);
    if (odds == nullptr) {
        throw std::logic_error("a player without candidates: `odds` and `learned` have them");
    }
    // What `learned` chooses by it needs always.
    odds->look_at_reach(with_features || learned != nullptr);
    odds->look_at_draws(true);
    // With one legal action `learned` asks its odds nothing.
    const bool chooses = learned != nullptr && legal.size() > 1;
    const Action action = chooses ? learned->choose(view, legal) : kPassing;
    const auto all = chooses ? odds->found() : odds->candidates(view, legal);
    const Candidate& best = odds->best_of(all);
    const auto best_place = static_cast<std::size_t>(&best - all.data());
    std::size_t taken = best_place;
    if (chooses) {
        const auto found = std::ranges::find_if(
            all, [&](const Candidate& one) { return one.action.same(action); });
        taken = static_cast<std::size_t>(found - all.begin());
    }
    return {all, best_place, taken, odds->expected_of(best), *odds};
}

void spare_features(Tactic& tactic) {
    if (auto* const odds = dynamic_cast<Odds*>(&tactic)) {
        odds->look_at_reach(false);
        odds->look_at_draws(false);
    }
}

FeatureRows features_of(const View& view, const Valued& valued) {
    FeatureRows rows{std::vector<double>(valued.all.size() * kCandidateFeatures)};
    write_candidate_features(view, valued.all, valued.odds.coefficients(), rows.all);
    return rows;
}

}  // namespace mj

#include "advantages/valued.hpp"

#include <stdexcept>

namespace mj {

Odds& odds_of(Tactic& tactic) {
    auto* const odds = dynamic_cast<Odds*>(&tactic);
    if (odds == nullptr) throw std::logic_error("a player without candidates: only `odds` has any");
    return *odds;
}

Valued valued_by(Tactic& tactic, const View& view, std::span<const Action> legal) {
    Odds& odds = odds_of(tactic);
    odds.look_at_reach();
    const auto all = odds.candidates(view, legal);
    const Candidate& best = odds.best_of(all);
    return {all, static_cast<std::size_t>(&best - all.data()), odds.expected_of(best),
            odds.coefficients()};
}

FeatureRows features_of(const View& view, const Valued& valued) {
    FeatureRows rows{std::vector<double>(valued.all.size() * kCandidateFeatures)};
    write_candidate_features(view, valued.all, valued.fit, rows.all);
    return rows;
}

}  // namespace mj

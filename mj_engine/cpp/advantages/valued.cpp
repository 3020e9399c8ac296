#include "advantages/valued.hpp"

#include <stdexcept>

namespace mj {

Valued valued_by(Tactic& tactic, const View& view, std::span<const Action> legal) {
    auto* const odds = dynamic_cast<Odds*>(&tactic);
    if (odds == nullptr) throw std::logic_error("only `odds` and what it is part of has candidates");
    const auto all = odds->candidates(view, legal);
    const Candidate& best = odds->best_of(all);
    return {all, static_cast<std::size_t>(&best - all.data()), odds->expected_of(best)};
}

FeatureRows candidate_rows(const View& /*view*/, const Valued& valued) {
    FeatureRows rows{{}, feature_count()};
    for (const Candidate& one : valued.all) {
        rows.all.insert(rows.all.end(),
                        {static_cast<float>(one.value), static_cast<float>(one.win_chance),
                         static_cast<float>(one.deal_in), static_cast<float>(one.hand_value)});
    }
    return rows;
}

std::size_t feature_count() { return 4; }

}  // namespace mj

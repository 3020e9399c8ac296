// Valued: what a tactic that is made of `odds` thinks of a decision, with the features of it.
#pragma once

#include <span>
#include <vector>

#include "learned/candidate_features.hpp"
#include "odds/odds.hpp"

namespace mj {

// all: the candidates of its odds, until it is asked again. best, taken: the places of the one that
// odds would take, and of the one that the tactic takes. expected: the points of the game that odds
// expect.
struct Valued {
    std::span<const Candidate> all;
    std::size_t best, taken;
    double expected;
    const Odds& odds;
};

// Features of all candidates, row after row.
struct FeatureRows {
    std::vector<double> all;

    [[nodiscard]] std::vector<float> row(std::size_t place) const {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(place * kCandidateFeatures);
        return {first, first + kCandidateFeatures};
    }
};

// What the tactic thinks; its candidates have what features need only if those are wanted. Throws
// std::logic_error if it has none.
Valued valued_by(Tactic& tactic, const View& view, std::span<const Action> legal,
                 bool with_features = true);

// The same of others' decisions, which are neither told nor played on from.
void spare_features(Tactic& tactic);

// As mj_bot.learned.candidate_features has them.
FeatureRows features_of(const View& view, const Valued& valued);

}  // namespace mj

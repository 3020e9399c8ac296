// Valued: what a tactic that is made of `odds` thinks of a decision, with the features of it.
#pragma once

#include <span>
#include <vector>

#include "learned/candidate_features.hpp"
#include "odds/odds.hpp"

namespace mj {

// all: the tactic's candidates, until it is asked again. taken: the place of the one it takes.
// expected: the points of the game that it expects, by its odds.
struct Valued {
    std::span<const Candidate> all;
    std::size_t taken;
    double expected;
    const Coefficients& fit;
};

// Features of all candidates, row after row.
struct FeatureRows {
    std::vector<double> all;

    [[nodiscard]] std::vector<float> row(std::size_t place) const {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(place * kCandidateFeatures);
        return {first, first + kCandidateFeatures};
    }
};

// The odds by which a tactic chooses. Throws std::logic_error if there are none.
Odds& odds_of(Tactic& tactic);

// What the tactic thinks; its candidates have their reach.
Valued valued_by(Tactic& tactic, const View& view, std::span<const Action> legal);

// As mj_bot.learned.candidate_features has them.
FeatureRows features_of(const View& view, const Valued& valued);

}  // namespace mj

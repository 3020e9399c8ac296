// Valued: how a tactic based on `odds` values a decision, and the features of each candidate.
#pragma once

#include <span>
#include <vector>

#include "learned/candidate_features.hpp"
#include "odds/odds.hpp"

namespace mj {

// The value of each candidate's hand after every possible draw, recorded while `odds` runs.
class Draws final : public Watcher {
  public:
    void see(const ValuedHand& hand) override {
        hand_values_.resize(hand.place);
        hand_values_.push_back(
            hand.valuer.after_draws(hand.column, static_cast<float>(hand.hand_value)));
    }

    // By tile, the expected points of the game if it were drawn next. `place`: the candidate's
    // index in the last result of `odds`.
    [[nodiscard]] std::array<double, kTileKinds> points(const Odds& odds, std::size_t place) const;

  private:
    std::vector<std::array<float, kTileKinds>> hand_values_;
};

// all: the candidates; valid until its odds are asked again. best, taken: the indexes of the action
// that odds would take, and of the one the tactic takes. expected: the points that odds expect.
struct Valued {
    std::span<const Candidate> all;
    std::size_t best, taken;
    double expected;
    const Odds& odds;
    TargetSummaries reaches;
    Draws draws;
};

// Features of all candidates, row after row.
struct FeatureRows {
    std::vector<double> all;

    [[nodiscard]] std::vector<float> row(std::size_t place) const {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(place * kCandidateFeatures);
        return {first, first + kCandidateFeatures};
    }
};

// How the tactic values this decision; with_summaries: whether to compute the summaries too. Throws
// std::logic_error if there are no candidates.
Valued valued_by(Tactic& tactic, const GameState& state, std::span<const Action> legal,
                 bool with_summaries = true);

// The same features as mj_bot.learned.candidate_features.
FeatureRows features_of(const GameState& state, const Valued& valued);

}  // namespace mj

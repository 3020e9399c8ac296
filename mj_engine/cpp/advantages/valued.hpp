// Valued: what a tactic that is made of `odds` thinks of a decision, with the features of it.
#pragma once

#include <span>
#include <vector>

#include "learned/candidate_features.hpp"
#include "odds/odds.hpp"

namespace mj {

// What draws would make of the hand of each candidate that `odds` values while it watches.
class Draws final : public Watcher {
  public:
    void see(const ValuedHand& hand) override {
        hand_values_.resize(hand.place);
        hand_values_.push_back(
            hand.valuer.after_draws(hand.column, static_cast<float>(hand.hand_value)));
    }

    // By tile, the points of the game if it were drawn next: of a candidate, by its place among
    // those that `odds` found last.
    [[nodiscard]] std::array<double, kTileKinds> points(const Odds& odds, std::size_t place) const;

  private:
    std::vector<std::array<float, kTileKinds>> hand_values_;
};

// all: the candidates of its odds, until it is asked again. best, taken: the places of the one that
// odds would take, and of the one that the tactic takes. expected: the points of the game that odds
// expect.
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

// What the tactic thinks, with the reaches only if they are wanted. Throws std::logic_error if it
// has no candidates.
Valued valued_by(Tactic& tactic, const GameState& state, std::span<const Action> legal,
                 bool with_summaries = true);

// As mj_bot.learned.candidate_features has them.
FeatureRows features_of(const GameState& state, const Valued& valued);

}  // namespace mj

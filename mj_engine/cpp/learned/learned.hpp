// Learned: the tactic `odds` with values corrected by a model trained on played-out decisions.
// Its twin: mj_bot/tactics/learned.py.
#pragma once

#include "learned/advantage_model.hpp"
#include "learned/target_summary.hpp"

namespace mj {

// margin: how much better than the choice of odds another action must be. within: how far below the
// best of odds its value may be. temperature: if above 0, an action is sampled by exp(value /
// temperature). All in points; see mj_bot.tactics.learned.
struct LearnedOptions {
    double margin, within, temperature;
};

class Learned final : public Tactic {
  public:
    // Without a model it plays like odds.
    Learned(std::shared_ptr<const OddsTables> tables, const OddsOptions& odds,
            std::shared_ptr<const AdvantageModel> model, const LearnedOptions& options);

    Action choose(const GameState& state, std::span<const Action> legal) override;

    // Every legal action as in `Odds::explain`, with the corrected values. The first row is the
    // action taken; a win comes later if passing it is surely better. The best action other than a
    // win keeps its forecast; the rest differ from it as their values do. Nothing is sampled.
    std::vector<Explained> explain(const GameState& state, std::span<const Action> legal);

    // The value that odds gives its best action: the model only ranks actions.
    std::optional<double> expected_score(const GameState& state,
                                         std::span<const Action> legal) override {
        return odds_.expected_score(state, legal);
    }

    void begin(std::uint32_t seed) override { seed_ = seed; }

    // Its odds; their last candidates are those of the last choice.
    [[nodiscard]] Odds& odds() { return odds_; }

    // The corrected value of a candidate of the last choice, by its index among those of odds.
    [[nodiscard]] double value(std::size_t place) const { return mended_[place].value; }

  private:
    // A candidate of odds with its corrected value; some are not allowed.
    struct Mended {
        Action action;
        double value;
        bool may_be_taken;
    };
    void mend(const GameState& state, std::span<const Action> legal);
    void draw(const GameState& state);
    [[nodiscard]] const Mended& taken() const;

    Odds odds_;
    TargetSummaries reaches_;
    std::shared_ptr<const AdvantageModel> model_;
    LearnedOptions options_;
    std::uint32_t seed_ = 0;
    std::vector<Mended> mended_;
    std::vector<std::size_t> open_;  // the indexes of those that may be taken
};

}  // namespace mj

// Learned: the tactic: odds with values corrected by a model trained on played-out decisions.
// Its twin: mj_bot/tactics/learned.py.
#pragma once

#include "learned/advantage_model.hpp"
#include "learned/target_summary.hpp"

namespace mj {

// margin: how much better another action than that of odds must be. within: how far below the best
// its value may be. temperature: above 0 an action is sampled by exp(value / temperature). All in
// points; mj_bot.tactics.learned explains them.
struct LearnedOptions {
    double margin, within, temperature;
};

class Learned final : public Tactic {
  public:
    // Without a model it plays as odds.
    Learned(std::shared_ptr<const OddsTables> tables, const OddsOptions& odds,
            std::shared_ptr<const AdvantageModel> model, const LearnedOptions& options);

    Action choose(const GameState& state, std::span<const Action> legal) override;

    // Every legal action as `Odds::explain` has it, with the values that the choice is made by. The
    // first is the action that is taken; but a win comes after the others where passing it is
    // surely better. What is taken without a win keeps its forecast, and the others are apart from
    // it by as much as their values are. Nothing is drawn at random.
    std::vector<Explained> explain(const GameState& state, std::span<const Action> legal);

    // The value of the best action by odds: the model only knows which is better.
    std::optional<double> expected_score(const GameState& state,
                                         std::span<const Action> legal) override {
        return odds_.expected_score(state, legal);
    }

    void begin(std::uint32_t seed) override { seed_ = seed; }

    // The odds that it uses; their last candidates are those of the last choice.
    [[nodiscard]] Odds& odds() { return odds_; }

  private:
    // A candidate of odds and its corrected value; some may not be taken.
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
    std::vector<double> rows_;
    std::vector<Mended> mended_;
};

}  // namespace mj

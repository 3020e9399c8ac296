// Learned: the tactic: odds, whose values a model mends that was taught by decisions played on.
// Its twin: mj_bot/tactics/learned.py.
#pragma once

#include "learned/advantage_model.hpp"
#include "learned/reach.hpp"

namespace mj {

// margin: what another action than that of odds must be better by. within: how much less than the
// best its value may be. temperature: above 0 an action is drawn, by exp(value / temperature). All
// in points; mj_bot.tactics.learned explains them.
struct LearnedOptions {
    double margin, within, temperature;
};

class Learned final : public Tactic {
  public:
    // Without a model it plays as odds.
    Learned(std::shared_ptr<const OddsTables> tables, const OddsOptions& odds,
            std::shared_ptr<const AdvantageModel> model, const LearnedOptions& options);

    Action choose(const GameState& state, std::span<const Action> legal) override;

    // What the best action is told to be worth by odds: the model only knows what is better.
    std::optional<double> expected_score(const GameState& state,
                                         std::span<const Action> legal) override {
        return odds_.expected_score(state, legal);
    }

    void begin(std::uint32_t seed) override { seed_ = seed; }

    // The odds that it chooses by; what they found last is what the last choice was among.
    [[nodiscard]] Odds& odds() { return odds_; }

  private:
    // A candidate of odds and its mended value; some may not be taken.
    struct Mended {
        Action action;
        double value;
        bool may_be_taken;
    };
    void mend(const GameState& state, std::span<const Candidate> all, const Candidate& best);
    void draw(const GameState& state);

    Odds odds_;
    Reaches reaches_;
    std::shared_ptr<const AdvantageModel> model_;
    LearnedOptions options_;
    std::uint32_t seed_ = 0;
    std::vector<double> rows_;
    std::vector<Mended> mended_;
};

}  // namespace mj

// Expectimax: the tactic that searches its own draws and discards, with or without a Q network.
// Its twin: mj_bot/tactics/expectimax.py.
#pragma once

#include "expectimax/tree_search.hpp"
#include "odds/targets/target_table.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// depth: layers; 0 plays by the network's Q alone. defence: a factor on the deal-in chance.
struct ExpectimaxOptions {
    TreeOptions tree;
    int depth;
    double defence;
};

// mj_bot.tactics.expectimax without a time limit. Its caches change its speed, never its results.
class Expectimax final : public Tactic {
  public:
    // An action and its value in points of the game.
    struct Valued {
        Action action;
        double value;
    };

    Expectimax(std::shared_ptr<const OddsTables> tables, const ExpectimaxOptions& options);

    // The best action: the first among equals, with PASS before claims; a win if there is one.
    Action choose(const GameState& state, std::span<const Action> legal) override;

    // The value of the best action; for a win, its pay.
    std::optional<double> expected_score(const GameState& state,
                                         std::span<const Action> legal) override;

    // The searched actions: no win, only the network's best discards. Valid until the next call.
    std::span<const Valued> values(const GameState& state, std::span<const Action> legal);

    // The number of leaves in the last search.
    [[nodiscard]] int leaves() const { return search_.leaves(); }

  private:
    // An action and the hand it leaves; no hand if it ends the game in a draw.
    struct Choice {
        Action action;
        std::optional<TreeHand> waiting;
        double deal_in;
    };
    void list_choices(const GameState& state, std::span<const Action> legal);
    void leave_out(const GameState& state);
    void value_by_q(const GameState& state);
    void value_by_search();
    TreeHand drawn_hand(const GameState& state, const Action& action);

    std::shared_ptr<const OddsTables> tables_;
    ExpectimaxOptions options_;
    TreeSearch search_;
    std::vector<Choice> choices_;
    std::vector<Valued> valued_;
};

}  // namespace mj

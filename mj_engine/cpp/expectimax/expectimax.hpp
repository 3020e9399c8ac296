// Expectimax: the tactic: searches its own draws and discards, with a Q network or without.
// Its twin: mj_bot/tactics/expectimax.py.
#pragma once

#include "expectimax/tree_search.hpp"
#include "odds/coefficients.hpp"
#include "odds/targets/target_table.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// depth: layers; 0 plays by the network's Q alone. defence: the factor by which the chance of
// dealing in counts. deal_in_costs: what dealing in costs then, in points of the game.
struct ExpectimaxOptions {
    TreeOptions tree;
    int depth;
    double defence;
    double deal_in_costs;
};

// mj_bot.tactics.expectimax without a limit of time. What it remembers makes it quicker, never
// other.
class Expectimax final : public Tactic {
  public:
    // An action and what it is worth in points of the game.
    struct Valued {
        Action action;
        double value;
    };

    Expectimax(std::shared_ptr<const OddsTables> tables, const ExpectimaxOptions& options);

    // The best action, the first of equals, passing before a claim; a win whenever there is one.
    Action choose(const GameState& state, std::span<const Action> legal) override;

    // What the best action is worth, a win what it pays.
    std::optional<double> expected_score(const GameState& state,
                                         std::span<const Action> legal) override;

    // Those actions that are searched: no win, and of discards those that the network likes best.
    // They stay until the next call.
    std::span<const Valued> values(const GameState& state, std::span<const Action> legal);

    // How many leaves the last values took.
    [[nodiscard]] int leaves() const { return search_.leaves(); }

  private:
    // An action and the hand that it leaves; none if it ends the game with nobody's win.
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

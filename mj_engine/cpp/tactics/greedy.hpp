// Tactic `greedy`: the least shanten, then the most copies of the tiles that lower it.
// Its twin: mj_bot/tactics/greedy.py.
#pragma once

#include "shanten/shanten.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// mj_bot.tactics.greedy, choice for choice.
class Greedy final : public Tactic {
  public:
    Action choose(const GameState& state, std::span<const Action> legal) override;

  private:
    struct Best {
        Action action;
        int distance;
    };

    Action own_turn(const GameState& state, std::span<const Action> legal);
    Action claim(const GameState& state, std::span<const Action> legal);
    // The best of actions that end with a discard, and the distance that it leaves.
    Best best_discard(const GameState& state, std::span<const Action> actions);
    int copies_after(const GameState& state, const Action& action, int distance);

    Shanten shanten_;
};

}  // namespace mj

// Tactic `greedy`: lowest shanten first, then most copies of the tiles that lower it.
// Its twin: mj_bot/tactics/greedy.py.
#pragma once

#include "shanten/shanten.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// Makes the same choices as mj_bot.tactics.greedy.
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
    // The best action that ends with a discard, and the distance it leaves.
    Best best_discard(const GameState& state, std::span<const Action> actions);
    int copies_after(const GameState& state, const Action& action, int distance);

    Shanten shanten_;
};

}  // namespace mj

// PlaysOn: odds that plays its best actions on before it takes one, for measuring what a search at
// the table could earn: `python -m tools.benchmarks.learn.ceilings` plays it against plain odds.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "advantages/play_on.hpp"
#include "odds/odds.hpp"

namespace mj {

// How it plays on. All points are of the game.
struct SearchOptions {
    bool sees_hands;  // the others' hands are as dealt; else they are sampled
    int actions;      // of a decision at most, the best of odds among them
    double gap;       // points below the best that an action is played on at most
    int worlds;       // at most; each is the same for all actions
    int draws;        // to which own draw
    double scatter;   // standard deviation of what an action is truly worth about its value
    double slope;     // points truly between two actions, for a point between their values
    double luck;      // the part of the luck of draws that is taken off
};

class PlaysOn final : public Tactic {
  public:
    PlaysOn(const std::shared_ptr<const OddsTables>& tables, const OddsOptions& odds,
            const SearchOptions& options);

    Action choose(const GameState& state, std::span<const Action> legal) override;
    void peek(const Game& game) override { game_ = &game; }
    void begin(std::uint32_t seed) override { seed_ = seed; }

  private:
    // An action that is played on: what it came to more than the first of them, world by world.
    struct Tried {
        Candidate candidate;
        Luck luck;
        double sum = 0, squares = 0;
    };

    void near_actions(const GameState& state, const Valued& valued);
    void play_worlds(const GameState& state);
    [[nodiscard]] double played(const Tried& tried, int seat, const Game& world);
    // The mean and standard deviation of what an action is worth more than the first.
    [[nodiscard]] std::pair<double, double> belief(const Tried& tried, int worlds) const;
    [[nodiscard]] bool is_decided(int worlds) const;

    SearchOptions options_;
    Odds odds_;                                         // decides, and the hand it has tried on
    std::array<std::unique_ptr<Odds>, kSeats> others_;  // play on, its own seat too
    Seats seats_{};
    std::vector<Tried> tried_;
    int worlds_ = 0;
    const Game* game_ = nullptr;
    std::uint32_t seed_ = 0;
};

}  // namespace mj

// PlaysOn: a player that plays its best actions out before choosing, to measure what a search at
// the table could gain. `python -m tools.benchmarks.learn.ceilings` plays it against the plain
// player.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "advantages/play_on.hpp"
#include "odds/odds.hpp"
#include "worlds/worlds.hpp"

namespace mj {

// How it plays out actions. All points are game points.
struct SearchOptions {
    bool sees_hands;  // uses the true hands of the others; else they are sampled
    int actions;      // at most this many per decision, the best one included
    double gap;       // at most this many points below the best
    int worlds;       // at most this many, the same ones for all actions
    int draws;        // to this own draw
    double scatter;   // standard deviation of an action's true worth around its value
    double slope;     // true points per point of difference between two values
    double luck;      // the share of the draws' luck that is subtracted
    double explore;   // 0, or points: each world plays one action, chosen by UCB1 times this
};

class PlaysOn final : public Tactic {
  public:
    // player: `odds` or `learned`; it decides, and plays the worlds out in all seats.
    PlaysOn(const TacticSpec& player, const SearchOptions& options);

    Action choose(const GameState& state, std::span<const Action> legal) override;
    void peek(const Game& game) override { game_ = &game; }
    void begin(std::uint32_t seed) override { seed_ = seed; }

  private:
    // An action being played out. sum, squares: of its lead over the first action in each world;
    // with UCB1 sum is of its scores in the `tries` worlds that played it.
    struct Tried {
        Candidate candidate;
        Luck luck;
        double sum = 0, squares = 0;
        int tries = 0;
    };

    void near_actions(const GameState& state, const Valued& valued);
    void play_worlds(const GameState& state);
    [[nodiscard]] Action chosen_by_bounds(const GameState& state);
    [[nodiscard]] WorldDealer dealer_of(const GameState& state) const;
    [[nodiscard]] double played(const Tried& tried, int seat, const Game& world);
    // The posterior mean and standard deviation of an action's lead over the first.
    [[nodiscard]] std::pair<double, double> belief(const Tried& tried, int worlds) const;
    [[nodiscard]] bool is_decided(int worlds) const;

    SearchOptions options_;
    std::unique_ptr<Tactic> player_;                      // decides; holds the candidates
    std::array<std::unique_ptr<Tactic>, kSeats> others_;  // play the worlds out, the own seat too
    Seats seats_{};
    std::vector<Tried> tried_;
    int worlds_ = 0;
    const Game* game_ = nullptr;
    std::uint32_t seed_ = 0;
};

}  // namespace mj

// Foresight: odds with hidden information, an upper bound on what a better model could gain.
// `python -m tools.benchmarks.learn.ceilings` plays it against plain odds.
#pragma once

#include "odds/odds.hpp"
#include "table/game.hpp"

namespace mj {

// Which hidden facts it sees. places: which tiles are in the own wall. waits: which discards deal
// in. costs: what a discard would cost if it dealt in, not whether it does. draws: how many of the
// next own draws, in order if nobody makes a kong; from as many own draws left as `last`.
struct Shown {
    bool places = false;
    bool waits = false;
    bool costs = false;
    int draws = 0;
    int last = kWallSize;
};

class Foresight final : public Tactic {
  public:
    Foresight(std::shared_ptr<const OddsTables> tables, const OddsOptions& options, Shown shown)
        : odds_(std::move(tables), options), shown_(shown) {}

    Action choose(const GameState& state, std::span<const Action> legal) override;
    void peek(const Game& game) override;

  private:
    // The value of the hand after the shown draws from `place` on, in points.
    double after_draws(const GameState& state, std::size_t place);

    Odds odds_;
    Shown shown_;
    std::vector<Tile> coming_;  // the own coming draws, the next first
    const Game* game_ = nullptr;
};

}  // namespace mj

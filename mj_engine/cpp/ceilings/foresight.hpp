// Foresight: odds that is shown what nobody can know, for measuring what a model of it could earn
// at most: `python -m tools.benchmarks.learn.ceilings` plays it against plain odds.
#pragma once

#include "odds/odds.hpp"
#include "table/game.hpp"

namespace mj {

// What is shown. places: which tiles are in the own wall, and which of the others are not. waits:
// with which discards which other seat wins. draws: how many of the next own draws, as they come if
// nobody makes a kong.
struct Shown {
    bool places = false;
    bool waits = false;
    int draws = 0;
};

class Foresight final : public Tactic {
  public:
    Foresight(std::shared_ptr<const OddsTables> tables, const OddsOptions& options, Shown shown)
        : odds_(std::move(tables), options), shown_(shown) {}

    Action choose(const GameState& state, std::span<const Action> legal) override;
    void peek(const Game& game) override;

  private:
    // What the seat's hand comes to by the draws that are shown, from `place` on, in points.
    double after_draws(const GameState& state, std::size_t place);

    Odds odds_;
    Shown shown_;
    std::vector<Tile> coming_;  // the own draws, the next first
    const Game* game_ = nullptr;
};

}  // namespace mj

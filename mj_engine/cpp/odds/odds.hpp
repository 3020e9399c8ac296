// Odds: the action after which the race to a win of 8 fan is worth most.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "odds/danger.hpp"
#include "odds/fan_cache.hpp"
#include "odds/nearest.hpp"
#include "odds/options.hpp"
#include "odds/race.hpp"
#include "odds/tables.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// One legal action. value: by which it is chosen, in points over losing to another's win, with the
// options' patience and defence. worth: of the hand that it leaves, on the race's scale. chance:
// that the game is won. danger: that its discard deals in.
struct Candidate {
    Action action;
    double value, worth, chance, danger;
};

// docs/odds.md explains it. What it remembers makes it quicker, never other.
class Odds final : public Tactic {
  public:
    Odds(std::shared_ptr<const OddsTables> tables, const OddsOptions& options);

    // The best action, the first of equals; a win whenever there is one.
    Action choose(const View& view, std::span<const Action> legal) override;

    // Every legal action with its value, in the order in which they are compared. They stay until
    // the next call.
    std::span<const Candidate> candidates(const View& view, std::span<const Action> legal);

    // The pieces, for whoever wants to see them: the shapes near the own hand, and the lattice of
    // the last race.
    std::span<const Shape> shapes(const View& view);
    [[nodiscard]] const Lattice& lattice() const { return race_.lattice(); }

  private:
    // What the others do to the odds of a decision.
    struct Table {
        int turn;
        Danger danger;
        Whereabouts where;
    };

    void without_discard(const View& view, const Action& action, const Table& table);
    void after_discards(const View& view, std::span<const Action> actions, const Table& table);
    [[nodiscard]] double tempo(const View& view, const Action& action) const;
    [[nodiscard]] double win_logit(double worth, double rate, const Table& table) const;
    [[nodiscard]] double points(double chance, double danger) const;

    std::shared_ptr<const OddsTables> tables_;
    OddsOptions options_;
    const Coefficients& fit_;
    FanCache fans_;
    Nearest nearest_;
    Race race_;
    std::vector<Action> batch_;
    std::vector<Candidate> found_;
};

}  // namespace mj

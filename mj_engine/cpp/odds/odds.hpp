// Odds: the tactic: the action after which the odds of winning with 8 fan are worth most.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "odds/deal_in.hpp"
#include "odds/fan_cache.hpp"
#include "odds/hand_value.hpp"
#include "odds/nearest.hpp"
#include "odds/options.hpp"
#include "odds/reach.hpp"
#include "odds/tables.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// One legal action. value: by which it is chosen, in points over losing to another's win, with the
// options' pass_bonus and defence. hand_value: of the hand that it leaves, on a scale of its own.
// win_chance: that the game is won. deal_in: that its discard deals in. rate: how often a turn a
// tile improves that hand. reach: which targets that hand may still become, if Odds is asked for
// it.
struct Candidate {
    Action action;
    double value, hand_value, win_chance, deal_in;
    double rate = 0;
    Reach reach{};
};

// docs/odds.md explains it. What it remembers makes it quicker, never other.
class Odds final : public Tactic {
  public:
    Odds(std::shared_ptr<const OddsTables> tables, const OddsOptions& options);

    // The best action, the first of equals; a win whenever there is one.
    Action choose(const View& view, std::span<const Action> legal) override;

    // `expected_of` the best action.
    double expected_score(const View& view, std::span<const Action> legal) override;

    // Every legal action with its value, in the order in which they are compared. They stay until
    // the next call.
    std::span<const Candidate> candidates(const View& view, std::span<const Action> legal);

    // Those of the last call.
    [[nodiscard]] std::span<const Candidate> found() const { return found_; }

    // Whether candidates have their reach from now on, which takes a little longer.
    void look_at_reach(bool wanted = true) { looks_at_reach_ = wanted; }

    // Whether it is kept what draws would make of each candidate's hand.
    void look_at_draws(bool wanted) { looks_at_draws_ = wanted; }

    // By tile, the points that the game would be worth if it were drawn next, as hand value and
    // turn tell them: of the candidate in this place of those found last.
    [[nodiscard]] std::array<double, kTileKinds> points_after_draws(std::size_t place) const;

    // Which of its candidates it takes: the first of equals.
    [[nodiscard]] const Candidate& best_of(std::span<const Candidate> all) const;

    // What a candidate is told to be worth: its win and deal-in chance in points of the game.
    [[nodiscard]] double expected_of(const Candidate& candidate) const;

    // The pieces, for whoever wants to see them: the targets near the own hand, and the lattice of
    // the last hand value.
    std::span<const TargetHand> targets(const View& view);
    [[nodiscard]] const Coefficients& coefficients() const { return fit_; }
    [[nodiscard]] const Lattice& lattice() const { return valuer_.lattice(); }

  private:
    // What the others do to the odds of a decision.
    struct Table {
        int turn;
        DealIn deal_in;
        TileLocation location;
        double if_not_ready;  // the part of its win chance that a hand has that is not ready
    };

    void without_discard(const View& view, const Action& action, const Table& table);
    void after_discards(const View& view, std::span<const Action> actions, const Table& table);
    void note_draws(unsigned place, double value);
    [[nodiscard]] Candidate discard_of(const View& view, const Action& action, double hand_value,
                                       double rate, const Table& table, double part) const;
    [[nodiscard]] static double part_of(const HandContext& context,
                                        std::span<const TargetHand> targets, Tile discard,
                                        const Table& table);
    [[nodiscard]] Reach reach(const HandContext& context, std::span<const TargetHand> targets,
                              Tile discard) const;
    [[nodiscard]] double tempo(const View& view, const Action& action) const;
    [[nodiscard]] double win_logit(double hand_value, double rate, const Table& table) const;
    [[nodiscard]] double points(double chance, double deal_in) const;

    std::shared_ptr<const OddsTables> tables_;
    OddsOptions options_;
    const Coefficients& fit_;
    FanCache fans_;
    Nearest nearest_;
    HandValuer valuer_;
    bool looks_at_reach_ = false;
    bool looks_at_draws_ = false;
    std::vector<std::array<float, kTileKinds>> draws_;  // of each candidate found
    Table table_{};                                     // of those
    std::vector<Action> batch_;
    std::vector<Candidate> found_;
};

}  // namespace mj

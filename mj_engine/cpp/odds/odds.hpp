// Odds: the tactic that takes the action with the most expected points.
// Its twin: mj_bot/odds/evaluator.py.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "numbers/options.hpp"
#include "odds/forecast/forecast.hpp"
#include "odds/opponents/deal_in.hpp"
#include "odds/targets/nearest.hpp"
#include "odds/targets/target_table.hpp"
#include "odds/value/fan_cache.hpp"
#include "odds/value/hand_value.hpp"
#include "odds/value/likeliest.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// One legal action; see mj_bot.odds.evaluator.Candidate for each number.
struct Candidate {
    Action action;
    double value, hand_value, win_chance, deal_in;
    double rate = 0;
};

// One action valued by searching the hand it leaves, with its forecast and features.
struct Foreseen {
    Candidate candidate;
    ForecastFeatures features;
    Forecast forecast;
};

// The explanation of one action. An action that ends the game has no forecast and no targets.
struct Explained {
    Candidate candidate;
    double win_chance, expected_score;  // by the forecast; for a win, its pay
    bool ends;
    std::vector<LikelyTarget> targets;
    double learned = 0;  // the expected points that `learned` adds to the forecast
};

// A hand that was just valued. place: the index of the new candidate in `found`.
struct ValuedHand {
    std::size_t place;
    const HandContext& context;
    std::span<const TargetHand> targets;
    Tile discard;  // still in the hand; kNoTile if nothing is discarded
    const HandValuer& valuer;
    unsigned column;  // an index into the valuer's values
    double hand_value;
};

// Called for each hand that is valued. For research; the tactic works without it.
class Watcher {
  public:
    virtual ~Watcher() = default;
    virtual void see(const ValuedHand& hand) = 0;
};

// Hidden facts that odds otherwise estimates: copies in the own wall, deal-ins and what they cost.
struct Known {
    std::optional<Counts> own_wall;
    std::optional<std::array<double, kTileKinds>> deal_in, cost;
};

// See docs/reference/odds.md. Its caches change its speed, never its results.
class Odds final : public Tactic {
  public:
    Odds(std::shared_ptr<const OddsTables> tables, const OddsOptions& options);

    // The best action, the first among equals; a win whenever there is one.
    Action choose(const GameState& state, std::span<const Action> legal) override;

    // `expected_of` the best action.
    std::optional<double> expected_score(const GameState& state,
                                         std::span<const Action> legal) override;

    // Every legal action with its value, in order of comparison. Valid until the next call.
    std::span<const Candidate> candidates(const GameState& state, std::span<const Action> legal);

    // One action that does not end the game, valued by searching the hand it leaves. passes:
    // whether it passes a win.
    Foreseen foresee(const GameState& state, const Action& action, bool passes);

    // Every legal action, the best first, as in mj_bot's `explain`.
    std::vector<Explained> explain(const GameState& state, std::span<const Action> legal);

    // The candidates of the last call.
    [[nodiscard]] std::span<const Candidate> found() const { return found_; }

    // Uses these facts in every decision from now on.
    void know(const Known& known) { known_ = known; }

    // Watchers see every hand from now on; each must outlive this object, or stop watching.
    void watch(Watcher& watcher) { watchers_.push_back(&watcher); }
    void stop(Watcher& watcher) { std::erase(watchers_, &watcher); }

    // The points of a hand of this value, in the last decision.
    [[nodiscard]] double points_with(double hand_value, double rate) const;

    // The candidate that it takes: the first among equals.
    [[nodiscard]] const Candidate& best_of(std::span<const Candidate> all) const;

    // The expected points of a candidate, from its win and deal-in chances.
    [[nodiscard]] double expected_of(const Candidate& candidate) const;

    // For tests: the targets near the own hand, and the lattice of the last hand value.
    std::span<const TargetHand> targets(const GameState& state);
    [[nodiscard]] const Lattice& lattice() const { return valuer_.lattice(); }

  private:
    // What a decision knows about the other seats.
    struct Others {
        int turn;
        DealIn deal_in;
        TileLocation location;
    };

    void look_at_others(const GameState& state);
    Foreseen foresee_in(const GameState& state, const Action& action, const HandContext& context,
                        std::span<const TargetHand> near, bool passes);
    Explained explain_one(const GameState& state, const Action& action, bool passes);
    void without_discard(const GameState& state, const Action& action);
    void after_discards(const GameState& state, std::span<const Action> actions);
    void show(const HandContext& context, std::span<const TargetHand> targets, Tile discard,
              unsigned column, double hand_value);
    [[nodiscard]] Candidate discard_of(const GameState& state, const Action& action,
                                       double hand_value, double rate, double part) const;
    [[nodiscard]] Candidate staying_of(const GameState& state, const Action& action,
                                       double hand_value, double rate, double part) const;
    [[nodiscard]] double part_of(const GameState& state, const Action& action,
                                 const HandContext& context, std::span<const TargetHand> targets,
                                 Tile discard) const;
    [[nodiscard]] double tempo(const GameState& state, const Action& action) const;
    [[nodiscard]] double win_logit(double hand_value, double rate) const;
    [[nodiscard]] double expected_points(double win_chance, double deal_in) const;
    [[nodiscard]] double expected_points(double win_chance, double deal_in, double cost) const;

    std::shared_ptr<const OddsTables> tables_;
    OddsOptions options_;
    FanCache fans_;
    Nearest nearest_;
    HandValuer valuer_;
    Known known_;
    std::vector<Watcher*> watchers_;
    Others others_{};
    std::vector<Action> batch_;
    std::vector<Candidate> found_;
};

}  // namespace mj

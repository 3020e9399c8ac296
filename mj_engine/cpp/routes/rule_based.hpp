// Tactic `rule_based`: takes the action that leaves 8 fan nearest, over eleven routes.
// Its twins: mj_bot/tactics/rule_based.py, mj_bot/routes/evaluator.py.
#pragma once

#include <memory>
#include <vector>

#include "routes/families/chows.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// In the order of mj_bot's `all_routes`.
inline constexpr int kRoutes = 11;
using RouteDistances = std::array<double, kRoutes>;

// One legal action and the value of the state after it. distances: by route, 0 for a win.
struct RouteCandidate {
    Action action;
    double value;
    RouteDistances distances;
};

// Makes the same choices as mj_bot.tactics.rule_based.
class RuleBased final : public Tactic {
  public:
    explicit RuleBased(std::shared_ptr<const ChowTargets> targets)
        : targets_(std::move(targets)), chows_(*targets_) {}

    // The best action, the first among equals; a win whenever there is one.
    Action choose(const GameState& state, std::span<const Action> legal) override;

    // Every legal action with its value; among equals the first wins. Valid until the next call.
    std::span<const RouteCandidate> candidates(const GameState& state,
                                               std::span<const Action> legal);

  private:
    RouteCandidate candidate(const GameState& state, const Action& action);
    RouteDistances distances(const RoutePosition& position);
    [[nodiscard]] double mixed(RouteDistances distances) const;

    std::shared_ptr<const ChowTargets> targets_;
    Outlook outlook_;
    Chows chows_;
    std::vector<RouteCandidate> found_;
};

}  // namespace mj

// Tactic: what chooses one of the legal actions from what a seat may know.
// Its twin: mj_bot/tactics/__init__.py.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/action.hpp"
#include "core/state.hpp"

namespace mj {

struct Game;

// One seat's player: it may keep caches from game to game, and no two threads share it.
class Tactic {
  public:
    Tactic() = default;
    Tactic(const Tactic&) = delete;
    Tactic& operator=(const Tactic&) = delete;
    Tactic(Tactic&&) = delete;
    Tactic& operator=(Tactic&&) = delete;
    virtual ~Tactic() = default;

    // One of the legal actions; of these there are at least two.
    virtual Action choose(const GameState& state, std::span<const Action> legal) = 0;

    // The whole table before it is asked, for measuring what knowing it would be worth.
    virtual void peek(const Game& /*game*/) {}

    // Whether it wants to see the decisions too that leave no choice; it is shown these by `see`.
    [[nodiscard]] virtual bool sees_all() const { return false; }
    virtual void see(const GameState& /*state*/) {}

    // The points of the game that this seat may expect, by its own values, of its best action;
    // nothing if the tactic has no such figure.
    virtual std::optional<double> expected_score(const GameState& /*state*/,
                                                 std::span<const Action> /*legal*/) {
        return std::nullopt;
    }

    // A new game begins: nothing remembered of the last one may matter. `seed` is for whatever is
    // drawn by lot.
    virtual void begin(std::uint32_t /*seed*/) {}
};

// A tactic by its name, and what makes players of it: called from any thread.
struct TacticSpec {
    std::string name;
    std::function<std::unique_ptr<Tactic>()> make;
    // Whether it goes by what it saw before: it plays whole games then, and nothing else.
    bool remembers = false;
};

}  // namespace mj

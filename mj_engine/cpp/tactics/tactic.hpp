// Tactic: chooses one of the legal actions from what a seat may know.
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

    // Shows the whole table before the tactic is asked, to measure the worth of knowing it.
    virtual void peek(const Game& /*game*/) {}

    // Whether it also wants to see decisions without a choice; it gets these by `see`.
    [[nodiscard]] virtual bool sees_all() const { return false; }
    virtual void see(const GameState& /*state*/) {}

    // The expected points of the game of its best action, by its own values; nothing if the tactic
    // has none.
    virtual std::optional<double> expected_score(const GameState& /*state*/,
                                                 std::span<const Action> /*legal*/) {
        return std::nullopt;
    }

    // A new game begins: nothing of the last one may matter. `seed` is for random choices.
    virtual void begin(std::uint32_t /*seed*/) {}
};

// A tactic by its name, and the function that makes its players: called from any thread.
struct TacticSpec {
    std::string name;
    std::function<std::unique_ptr<Tactic>()> make;
    // Whether it depends on what it saw before: then it only plays whole games.
    bool remembers = false;
};

}  // namespace mj

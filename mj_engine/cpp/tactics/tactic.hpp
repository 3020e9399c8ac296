// Tactic: chooses a legal action from what a seat may know.
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

// The player of one seat. It may keep caches from game to game; each thread needs its own.
class Tactic {
  public:
    Tactic() = default;
    Tactic(const Tactic&) = delete;
    Tactic& operator=(const Tactic&) = delete;
    Tactic(Tactic&&) = delete;
    Tactic& operator=(Tactic&&) = delete;
    virtual ~Tactic() = default;

    // Chooses one of at least two legal actions.
    virtual Action choose(const GameState& state, std::span<const Action> legal) = 0;

    // Shows the whole table before the tactic is asked, to measure what that knowledge is worth.
    virtual void peek(const Game& /*game*/) {}

    // Whether it also needs the decisions without a choice; these are passed to `see`.
    [[nodiscard]] virtual bool sees_all() const { return false; }
    virtual void see(const GameState& /*state*/) {}

    // The tactic's expected points for its best action; nothing if it has no values.
    virtual std::optional<double> expected_score(const GameState& /*state*/,
                                                 std::span<const Action> /*legal*/) {
        return std::nullopt;
    }

    // A new game begins: forget the last one. `seed` is for random choices.
    virtual void begin(std::uint32_t /*seed*/) {}
};

// A tactic's name and the factory of its players, which any thread may call.
struct TacticSpec {
    std::string name;
    std::function<std::unique_ptr<Tactic>()> make;
    // Whether it depends on earlier observations; if so, it can only play whole games.
    bool remembers = false;
};

}  // namespace mj

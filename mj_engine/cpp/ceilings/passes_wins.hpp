// PassesWins: a player that passes wins on a discard and waits for its own draw, to measure what
// that could gain. `python -m tools.benchmarks.learn.ceilings` plays it against the plain player.
#pragma once

#include <memory>

#include "tactics/tactic.hpp"

namespace mj {

// When it passes: with as many own draws left, as many unseen copies of tiles that win by a draw,
// and at most so many fan on the discard.
struct PassOptions {
    int least_draws;
    int least_copies;
    int most_fan;
};

class PassesWins final : public Tactic {
  public:
    PassesWins(const TacticSpec& player, const PassOptions& options)
        : player_(player.make()), options_(options) {}

    Action choose(const GameState& state, std::span<const Action> legal) override;
    void peek(const Game& game) override { player_->peek(game); }
    void begin(std::uint32_t seed) override { player_->begin(seed); }

  private:
    [[nodiscard]] bool is_passed(const GameState& state) const;

    std::unique_ptr<Tactic> player_;
    PassOptions options_;
};

}  // namespace mj

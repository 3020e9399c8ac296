// Tactic `random`: takes a win if there is one, else a legal action drawn uniformly.
// Its twin: mj_bot/tactics/random.py.
#pragma once

#include "tactics/tactic.hpp"

namespace mj {

// A random number of this decision: a checksum of the seed and the unseen tiles, which no two
// decisions of a game share.
std::uint32_t lot_of(const GameState& state, std::uint32_t seed);

// It chooses by the decision's lot, the same as in mj_bot.tactics.random.
class Random final : public Tactic {
  public:
    explicit Random(std::uint32_t seed = 0) : seed_(seed) {}
    void begin(std::uint32_t seed) override { seed_ = seed; }
    Action choose(const GameState& state, std::span<const Action> legal) override;

  private:
    std::uint32_t seed_;
};

}  // namespace mj

// Tactic `cnn`: one network each for discards, pungs and chows; kongs as in greedy.
// Its twin: mj_bot/tactics/cnn.py.
#pragma once

#include "nets/by_network.hpp"
#include "tactics/greedy.hpp"

namespace mj {

class Cnn final : public ByNetwork {
  public:
    // networks: `discard`, `pung`, `chow`. Throws std::invalid_argument for others.
    Cnn(std::shared_ptr<const OddsTables> tables, const Networks& networks);

  private:
    Action choose_by_network(const GameState& state, std::span<const Action> legal) override;
    // The claim that a network chooses among `moves`, else PASS.
    int wanted_move(const GameState& state, std::span<const Action> legal, const Network& network,
                    std::span<const int> moves);

    std::shared_ptr<const Network> discard_, pung_, chow_;
    Greedy greedy_;
};

}  // namespace mj

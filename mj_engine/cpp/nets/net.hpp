// Tactic `net`: plays the legal move with the highest probability.
// Its twin: mj_bot/tactics/net.py.
#pragma once

#include "nets/by_network.hpp"

namespace mj {

class Net final : public ByNetwork {
  public:
    // networks: `all`, or one for each kind of decision. Throws std::invalid_argument for others.
    Net(std::shared_ptr<const OddsTables> tables, const Networks& networks);

  private:
    Action choose_by_network(const GameState& state, std::span<const Action> legal) override;

    std::array<std::shared_ptr<const Network>, 3> by_kind_;  // own draw, claim, rob
};

}  // namespace mj

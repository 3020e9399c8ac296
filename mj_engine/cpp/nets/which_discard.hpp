// Tactic `which_discard`: a network chooses discards, `odds` claims and kongs.
// Its twin: mj_bot/tactics/which_discard.py.
#pragma once

#include "nets/by_network.hpp"
#include "odds/odds.hpp"

namespace mj {

class WhichDiscard final : public ByNetwork {
  public:
    // networks: `all`. odds: the options of `odds`. Throws std::invalid_argument for others.
    WhichDiscard(const std::shared_ptr<const OddsTables>& tables, const Networks& networks,
                 const OddsOptions& odds);

  private:
    Action choose_by_network(const GameState& state, std::span<const Action> legal) override;

    std::shared_ptr<const Network> discard_;
    Odds odds_;
};

}  // namespace mj

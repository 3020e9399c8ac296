// ByNetwork: the base of the tactics that play by networks.
// Its twin: mj_bot/tactics/_by_network.
#pragma once

#include <map>

#include "nets/network.hpp"
#include "tactics/successor.hpp"
#include "tactics/tactic.hpp"

namespace mj {

// Networks by their names in the weights file.
using Networks = std::map<std::string, std::shared_ptr<const Network>>;

// The network of that name, if it has this many outputs; else throws std::invalid_argument.
std::shared_ptr<const Network> network_named(const Networks& networks, const std::string& name,
                                             int outs);

// Whether any of them uses the seat's earlier observations.
bool any_sees_planes(const Networks& networks);

class ByNetwork : public Tactic {
  public:
    ByNetwork(std::shared_ptr<const OddsTables> tables, const Networks& networks)
        : inputs_(std::move(tables)), sees_planes_(any_sees_planes(networks)) {}

    // The network's choice; a win whenever there is one.
    Action choose(const GameState& state, std::span<const Action> legal) final;

    void begin(std::uint32_t /*seed*/) override { inputs_.begin(); }
    [[nodiscard]] bool sees_all() const final { return sees_planes_; }
    void see(const GameState& state) final { inputs_.see(state); }

  protected:
    // A network's output for a state; valid until the next call.
    std::span<const float> output(const GameState& state, const Network& network) {
        return network(inputs_, state, room_);
    }

    // Among several actions with a discard, the one whose discard the network prefers in this
    // state: the first among equals.
    const Action& best_discard(const GameState& state, const Network& network,
                               std::span<const Action> actions);

    // The same for a claim, in the state after it.
    const Action& best_after_claim(const GameState& state, const Network& network,
                                   std::span<const Action> claims) {
        return best_discard(state_after_claim(state, claims.front()), network, claims);
    }

  private:
    // Chooses among several actions, none of which is a win.
    virtual Action choose_by_network(const GameState& state, std::span<const Action> legal) = 0;

    NetworkInputs inputs_;
    Network::Room room_;
    bool sees_planes_;
};

// The legal actions with this move; those that are a PLAY.
std::vector<Action> actions_of_move(const GameState& state, std::span<const Action> legal,
                                    int move);
std::vector<Action> plays_of(std::span<const Action> legal);

}  // namespace mj

#include "nets/by_network.hpp"

#include <algorithm>
#include <stdexcept>

#include "nets/moves.hpp"

namespace mj {

std::shared_ptr<const Network> network_named(const Networks& networks, const std::string& name,
                                             int outs) {
    const auto found = networks.find(name);
    if (found == networks.end() || found->second->outs() != outs) {
        throw std::invalid_argument("no network '" + name + "' with " + std::to_string(outs) +
                                    " outputs");
    }
    return found->second;
}

bool any_sees_planes(const Networks& networks) {
    return std::ranges::any_of(networks, [](const auto& one) { return one.second->sees_planes(); });
}

Action ByNetwork::choose(const GameState& state, std::span<const Action> legal) {
    inputs_.see(state);
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    return choose_by_network(state, legal);
}

const Action& ByNetwork::best_discard(const GameState& state, const Network& network,
                                      std::span<const Action> actions) {
    const auto by_tile = output(state, network);
    return *std::ranges::max_element(actions, {},
                                     [&](const Action& action) { return by_tile[action.tile]; });
}

std::vector<Action> actions_of_move(const GameState& state, std::span<const Action> legal,
                                    int move) {
    std::vector<Action> found;
    std::ranges::copy_if(legal, std::back_inserter(found), [&](const Action& action) {
        return move_of(action, state.offered) == move;
    });
    return found;
}

std::vector<Action> plays_of(std::span<const Action> legal) {
    std::vector<Action> found;
    std::ranges::copy_if(legal, std::back_inserter(found),
                         [](const Action& action) { return action.kind == ActionKind::Play; });
    return found;
}

}  // namespace mj

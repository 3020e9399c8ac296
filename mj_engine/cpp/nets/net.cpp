#include "nets/net.hpp"

#include "nets/moves.hpp"

namespace mj {

Net::Net(std::shared_ptr<const OddsTables> tables, const Networks& networks)
    : ByNetwork(std::move(tables), networks) {
    constexpr std::array kinds{"discard", "claim", "rob"};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const char* name = networks.contains("all") ? "all" : kinds[kind];
        by_kind_[kind] = network_named(networks, name, kMoves);
    }
}

Action Net::choose_by_network(const GameState& state, std::span<const Action> legal) {
    const auto logits = output(state, *by_kind_[static_cast<int>(state.decision) - 1]);
    int best = kNoMove;
    for (const Action& action : legal) {
        const int move = move_of(action, state.offered);
        if (ends_drawn(state, action)) continue;
        if (best == kNoMove || logits[move] > logits[best]) best = move;
    }
    const auto actions = actions_of_move(state, legal, best);
    if (actions.size() == 1) return actions.front();
    return best_after_claim(state, *by_kind_[0], actions);
}

}  // namespace mj

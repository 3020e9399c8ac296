#include "nets/which_discard.hpp"

#include <algorithm>

#include "nets/moves.hpp"

namespace mj {

WhichDiscard::WhichDiscard(const std::shared_ptr<const OddsTables>& tables,
                           const Networks& networks, const OddsOptions& odds)
    : ByNetwork(tables, networks),
      discard_(network_named(networks, "all", kTileKinds)),
      odds_(tables, odds) {}

Action WhichDiscard::choose_by_network(const GameState& state, std::span<const Action> legal) {
    if (state.decision != Decision::OwnDraw) {
        const Action wanted = odds_.choose(state, legal);
        if (!discards(wanted)) return wanted;
        const int move = move_of(wanted, state.offered);
        return best_after_claim(state, *discard_, actions_of_move(state, legal, move));
    }
    if (std::ranges::any_of(legal, is_kong)) {
        const Action wanted = odds_.choose(state, legal);
        if (is_kong(wanted)) return wanted;
    }
    return best_discard(state, *discard_, plays_of(legal));
}

}  // namespace mj

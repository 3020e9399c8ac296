#include "ceilings/passes_wins.hpp"

#include "table/waits.hpp"

namespace mj {

Action PassesWins::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.front().kind == ActionKind::Hu && is_passed(state)) {
        return {.kind = ActionKind::Pass};
    }
    return player_->choose(state, legal);
}

bool PassesWins::is_passed(const GameState& state) const {
    if (state.decision != Decision::Claim || state.walls[state.seat] < options_.least_draws) {
        return false;
    }
    int copies = 0;
    for (const auto& wait : waits_of(state, state.hand, state.own_melds())) {
        const int flowers = state.flowers[state.seat];
        if (wait.tile == state.offered && wait.on_discard.total > options_.most_fan) return false;
        if (wait.self_drawn.total - flowers >= kLeastFan) copies += wait.left;
    }
    return copies >= options_.least_copies;
}

}  // namespace mj

#include "nets/cnn.hpp"

#include <algorithm>

#include "nets/moves.hpp"

namespace mj {

namespace {

constexpr std::array kPungMoves{kPassMove, kPungMove};
constexpr std::array kChowMoves{kPassMove, kChowMove, kChowMove + 1, kChowMove + 2};

}  // namespace

Cnn::Cnn(std::shared_ptr<const OddsTables> tables, const Networks& networks)
    : ByNetwork(std::move(tables), networks),
      discard_(network_named(networks, "discard", kTileKinds)),
      pung_(network_named(networks, "pung", kPungMoves.size())),
      chow_(network_named(networks, "chow", kChowMoves.size())) {}

Action Cnn::choose_by_network(const GameState& state, std::span<const Action> legal) {
    if (std::ranges::any_of(legal, is_kong)) {
        const Action wanted = greedy_.choose(state, legal);
        if (is_kong(wanted)) return wanted;
    }
    if (state.decision == Decision::OwnDraw) {
        return best_discard(state, *discard_, plays_of(legal));
    }
    int move = wanted_move(state, legal, *pung_, kPungMoves);
    if (move == kPassMove) move = wanted_move(state, legal, *chow_, kChowMoves);
    const auto actions = actions_of_move(state, legal, move);
    if (actions.size() == 1) return actions.front();
    return best_after_claim(state, *discard_, actions);
}

int Cnn::wanted_move(const GameState& state, std::span<const Action> legal, const Network& network,
                     std::span<const int> moves) {
    std::vector<std::size_t> there;
    for (std::size_t place = 0; place < moves.size(); ++place) {
        if (!actions_of_move(state, legal, moves[place]).empty()) there.push_back(place);
    }
    if (there.size() <= 1) return kPassMove;
    const auto logits = output(state, network);
    return moves[*std::ranges::max_element(there, {},
                                           [&](std::size_t place) { return logits[place]; })];
}

}  // namespace mj

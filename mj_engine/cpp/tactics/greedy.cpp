#include "tactics/greedy.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "tactics/eight_fan.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// How few sets a tile can be part of: honours first, middle tiles last.
int loneliness(Tile tile) {
    constexpr int kMiddle = 4;
    return is_suited(tile) ? std::abs(place_of(tile) - kMiddle) : kMiddle + 1;
}

}  // namespace

Action Greedy::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    return state.decision == Decision::OwnDraw ? own_turn(state, legal) : claim(state, legal);
}

Action Greedy::own_turn(const GameState& state, std::span<const Action> legal) {
    const auto first_play = std::ranges::find(legal, ActionKind::Play, &Action::kind);
    const auto kongs = static_cast<std::size_t>(first_play - legal.begin());
    const Best play = best_discard(state, legal.subspan(kongs));
    for (const Action& action : legal.first(kongs)) {
        // A kong that costs nothing brings an extra tile and sometimes fan.
        if (shanten_.distance(hand_after(state, action).hand) <= play.distance) return action;
    }
    return play.action;
}

Action Greedy::claim(const GameState& state, std::span<const Action> legal) {
    const int now = shanten_.distance(state.hand);
    std::array<Action, 64> open_ways;
    std::size_t ways = 0;
    for (const Action& action : legal) {
        if (action.kind == ActionKind::Pass) continue;
        const Position left = hand_after(state, action);
        // A kong need not lower the distance, since it draws a tile.
        if (is_kong(action) && (ends_drawn(state, action) || shanten_.distance(left.hand) > now)) {
            continue;
        }
        if (!eight_fan_stays(state.unseen, left)) continue;
        if (is_kong(action)) return action;
        open_ways[ways++] = action;
    }
    if (ways == 0) return kPassing;
    const Best best = best_discard(state, std::span(open_ways).first(ways));
    return best.distance < now ? best.action : kPassing;
}

Greedy::Best Greedy::best_discard(const GameState& state, std::span<const Action> actions) {
    constexpr int kFar = 99;
    std::array<int, 64> distances{};
    int nearest = kFar;
    for (std::size_t place = 0; place < actions.size(); ++place) {
        distances[place] = shanten_.distance(hand_after(state, actions[place]).hand);
        nearest = std::min(nearest, distances[place]);
    }
    std::tuple<int, int> most{-1, -1};
    Best best{.action = actions.front(), .distance = nearest};
    for (std::size_t place = 0; place < actions.size(); ++place) {
        if (distances[place] != nearest) continue;
        const Action& action = actions[place];
        const std::tuple value{copies_after(state, action, nearest), loneliness(action.tile)};
        if (value <= most) continue;
        most = value;
        best.action = action;
    }
    return best;
}

int Greedy::copies_after(const GameState& state, const Action& action, int distance) {
    const TileSet effective = shanten_.effective(hand_after(state, action).hand, distance);
    int copies = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if ((effective & bit_of(tile)) != 0) copies += state.unseen[tile];
    }
    return copies;
}

}  // namespace mj

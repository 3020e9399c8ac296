#include "routes/rule_based.hpp"

#include "numbers/routes.hpp"
#include "routes/families/families.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// The order among equals: passing comes last, the tile just drawn before it.
int turn_of(const GameState& state, const Action& action) {
    if (action.kind == ActionKind::Pass) return 2;
    return static_cast<int>(action.kind == ActionKind::Play && action.tile == state.drawn);
}

}  // namespace

Action RuleBased::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const auto all = candidates(state, legal);
    const RouteCandidate* best = all.data();
    for (const RouteCandidate& one : all) {
        if (one.value > best->value + numbers::routes::kDistanceTolerance) best = &one;
    }
    return best->action;
}

std::span<const RouteCandidate> RuleBased::candidates(const GameState& state,
                                                      std::span<const Action> legal) {
    outlook_.begin(state.unseen);
    chows_.begin();
    found_.clear();
    for (int turn = 0; turn <= 2; ++turn) {
        for (const Action& action : legal) {
            if (turn_of(state, action) == turn) found_.push_back(candidate(state, action));
        }
    }
    return found_;
}

RouteCandidate RuleBased::candidate(const GameState& state, const Action& action) {
    namespace fit = numbers::routes;
    if (action.kind == ActionKind::Hu) return {action, fit::kFirstOfAll + action.fan, {}};
    const Position left = hand_after(state, action);
    RouteCandidate found{action, 0, distances({left.hand, left.melds})};
    const bool added = action.kind == ActionKind::Bugang;
    found.value = added ? fit::kFirstOfAll : fit::kBestValue - mixed(found.distances);
    if (action.kind == ActionKind::Chi) {
        found.value -= fit::kChowPrice;
    } else if (ends_drawn(state, action)) {
        found.value -= fit::kFirstOfAll;
    } else if (action.kind == ActionKind::Gang) {
        found.value += fit::kKongGain;
    }
    return found;
}

RouteDistances RuleBased::distances(const RoutePosition& position) {
    return {chows_.distance(position, outlook_),
            all_types_distance(position, outlook_),
            all_pungs_distance(position, outlook_),
            half_flush_distance(position, outlook_),
            melded_hand_distance(position, outlook_),
            seven_pairs_distance(position, outlook_),
            thirteen_orphans_distance(position, outlook_),
            honors_and_knitted_distance(position, outlook_),
            upper_four_distance(position, outlook_),
            lower_four_distance(position, outlook_),
            three_concealed_pungs_distance(position, outlook_)};
}

// The nearest distance; while it is large, the next two count a little.
double RuleBased::mixed(RouteDistances distances) const {
    namespace fit = numbers::routes;
    std::ranges::partial_sort(distances, distances.begin() + 3);
    if (distances[0] <= fit::kNear) return distances[0];
    return distances[0] + fit::kSecondPart * distances[1] + fit::kThirdPart * distances[2];
}

}  // namespace mj

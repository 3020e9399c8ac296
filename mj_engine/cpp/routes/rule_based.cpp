#include "routes/rule_based.hpp"

#include "routes/families/families.hpp"
#include "shanten/forms.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

bool is_range(const ConfinedFit& fit) {
    return fit.low >= 1 && fit.low <= fit.high && fit.high <= kSuitSize;
}

// Where an action stands among equals: passing comes last, and before it the tile just drawn.
int turn_of(const GameState& state, const Action& action) {
    if (action.kind == ActionKind::Pass) return 2;
    return static_cast<int>(action.kind == ActionKind::Play && action.tile == state.drawn);
}

}  // namespace

Expected<RouteTables> RouteTables::of(RouteNumbers numbers) {
    const ConfinedCosts& confined = numbers.confined;
    if (!is_range(confined.half_flush) || !is_range(confined.upper_four) ||
        !is_range(confined.lower_four)) {
        return Fault{"the numbers of a suit go from 1 to 9"};
    }
    const auto is_kind = [](int tile) { return tile >= 0 && tile < kTileKinds; };
    if (!std::ranges::all_of(numbers.forms.pair_choices, is_kind)) {
        return Fault{"a pair of orphans that is no tile"};
    }
    if (numbers.forms.knitted_size < 0 ||
        numbers.forms.knitted_size > shanten::kStraightTiles + kTileKinds - kFirstHonour) {
        return Fault{"a knitted hand has no such size"};
    }
    auto targets = ChowTargets::of(numbers.chows);
    if (!targets) return targets.fault();
    return RouteTables(std::move(numbers), std::move(*targets));
}

Action RuleBased::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const auto all = candidates(state, legal);
    const RouteCandidate* best = all.data();
    for (const RouteCandidate& one : all) {
        if (one.value > best->value + numbers_.action.equal_within) best = &one;
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
    const ActionFit& fit = numbers_.action;
    if (action.kind == ActionKind::Hu) return {action, fit.first_of_all + action.fan, {}};
    const Position left = hand_after(state, action);
    RouteCandidate found{action, 0, distances({left.hand, left.melds})};
    const bool added = action.kind == ActionKind::Bugang;
    found.value = added ? fit.first_of_all : fit.best - mixed(found.distances);
    if (action.kind == ActionKind::Chi) {
        found.value -= fit.chow_price;
    } else if (ends_drawn(state, action)) {
        found.value -= fit.first_of_all;
    } else if (action.kind == ActionKind::Gang) {
        found.value += fit.kong_gain;
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

// The nearest distance; while it is far, the next two count a little.
double RuleBased::mixed(RouteDistances distances) const {
    const ActionFit& fit = numbers_.action;
    std::ranges::partial_sort(distances, distances.begin() + 3);
    if (distances[0] <= fit.near) return distances[0];
    return distances[0] + fit.second_part * distances[1] + fit.third_part * distances[2];
}

}  // namespace mj

#include "expectimax/expectimax.hpp"

#include <algorithm>

#include "numbers/win_chance.hpp"
#include "odds/opponents/deal_in.hpp"
#include "table/game.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// Whether two discards are from the same hand: both on an own draw, or after the same claim.
bool same_hand(const Action& one, const Action& other) {
    return one.kind == other.kind && one.chow == other.chow;
}

bool is_better(const Expectimax::Valued& one, const Expectimax::Valued& other) {
    if (one.value != other.value) return one.value > other.value;
    return one.action.kind == ActionKind::Pass && other.action.kind != ActionKind::Pass;
}

}  // namespace

Expectimax::Expectimax(std::shared_ptr<const OddsTables> tables, const ExpectimaxOptions& options)
    : tables_(std::move(tables)), options_(options), search_(options.tree) {}

Action Expectimax::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    // The greatest value, the first among equals.
    return std::ranges::min_element(values(state, legal), is_better)->action;
}

std::optional<double> Expectimax::expected_score(const GameState& state,
                                                 std::span<const Action> legal) {
    if (legal.front().kind == ActionKind::Hu) {
        const bool self_drawn = state.decision == Decision::OwnDraw;
        return points_of_win(legal.front().fan + state.flowers[state.seat], self_drawn);
    }
    return std::ranges::max(values(state, legal), {}, &Valued::value).value;
}

std::span<const Expectimax::Valued> Expectimax::values(const GameState& state,
                                                       std::span<const Action> legal) {
    search_.begin(state);
    list_choices(state, legal);
    valued_.clear();
    if (options_.depth == 0) {
        value_by_q(state);
    } else {
        if (options_.tree.network) leave_out(state);
        value_by_search();
    }
    return valued_;
}

void Expectimax::list_choices(const GameState& state, std::span<const Action> legal) {
    const DealIn deal_in = deal_in_of(state);
    choices_.clear();
    for (const Action& action : legal) {
        if (action.kind == ActionKind::Hu) continue;
        if (ends_drawn(state, action)) {
            choices_.push_back({action, std::nullopt, 0});
            continue;
        }
        const Position left = hand_after(state, action);
        const double danger = discards(action) ? deal_in.of_tile[action.tile] : 0;
        choices_.push_back(
            {action, search_.own().hand_of(left.hand, left.melds, is_kong(action)), danger});
    }
}

// The hand before the action's discard.
TreeHand Expectimax::drawn_hand(const GameState& state, const Action& action) {
    const Position left = hand_after(state, action);
    TreeHand drawn = search_.own().hand_of(left.hand, left.melds, false);
    ++drawn.hand[action.tile];
    return drawn;
}

// Drops discards that the search would not expand.
void Expectimax::leave_out(const GameState& state) {
    const Action* before = nullptr;
    std::uint64_t kept = 0;
    std::vector<Choice> left;
    for (const Choice& choice : choices_) {
        const Action& action = choice.action;
        if (discards(action)) {
            if (before == nullptr || !same_hand(*before, action)) {
                kept = search_.expanded(drawn_hand(state, action));
                before = &action;
            }
            if ((kept & bit_of(action.tile)) == 0) continue;
        }
        left.push_back(choice);
    }
    choices_ = std::move(left);
}

// A discard is worth its Q; an action without one is worth the mean over what comes next.
void Expectimax::value_by_q(const GameState& state) {
    const Action* before = nullptr;
    QValues by_tile{};
    for (const Choice& choice : choices_) {
        const Action& action = choice.action;
        double value = kNobodyWins;
        if (discards(action)) {
            if (before == nullptr || !same_hand(*before, action)) {
                by_tile = search_.ranking(drawn_hand(state, action));
                before = &action;
            }
            value = by_tile[action.tile];
        } else if (choice.waiting) {
            value = search_.value(*choice.waiting, 1);
        }
        valued_.push_back({action, value});
    }
}

// Deepens layer by layer: among equals the one that was better with fewer layers wins.
void Expectimax::value_by_search() {
    for (int layers = 1; layers <= options_.depth; ++layers) {
        std::vector<std::pair<double, std::size_t>> order;
        valued_.clear();
        for (const Choice& choice : choices_) {
            double value = kNobodyWins;
            if (choice.waiting) value = search_.value(*choice.waiting, layers);
            const double danger = options_.defence * choice.deal_in;
            value = (1 - danger) * value - danger * numbers::win_chance::kDealInCosts;
            order.emplace_back(-value, valued_.size());
            valued_.push_back({choice.action, value});
        }
        if (layers == options_.depth) return;
        std::ranges::sort(order);
        std::vector<Choice> ordered;
        ordered.reserve(order.size());
        for (const auto& [value, place] : order) ordered.push_back(choices_[place]);
        choices_ = std::move(ordered);
    }
}

}  // namespace mj

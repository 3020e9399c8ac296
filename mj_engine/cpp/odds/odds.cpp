#include "odds/odds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numbers/coefficients.hpp"
#include "numbers/odds.hpp"
#include "numbers/win_chance.hpp"
#include "odds/last_draws.hpp"
#include "odds/opponents/discard_ages.hpp"
#include "odds/opponents/tile_location.hpp"
#include "table/game.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

constexpr std::size_t kTargetsShown = 4;
// Expected points that differ by less than 1 / kApart count as equal.
constexpr double kApart = 1e9;

double chance_of(double logit) { return 1 / (1 + std::exp(-logit)); }

HandContext context_of(const GameState& state, const Position& left) {
    return hand_context_of(left.hand, left.melds, state.unseen, state.seat, state.prevalent_wind);
}

// The hand after the action.
HandContext context_after(const GameState& state, const Action& action) {
    return context_of(state, hand_after(state, action));
}

// The hand after the action, with its discard still in it.
HandContext context_with_discard(const GameState& state, const Action& action) {
    Position left = hand_after(state, action);
    ++left.hand[action.tile];
    return context_of(state, left);
}

// Like tile_location_of, when the place of each copy is known.
TileLocation known_location(const GameState& state, const TileLocation& fitted, const Counts& own) {
    TileLocation location{};
    const double total = sum_of(own);
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const double unseen = state.unseen[tile];
        if (unseen == 0) continue;
        location.drawn[tile] = total > 0 ? own[tile] / total : 0;
        location.discarded[tile] = fitted.discarded[tile] * (unseen - own[tile]) / unseen;
    }
    return location;
}

}  // namespace

Odds::Odds(std::shared_ptr<const OddsTables> tables, const OddsOptions& options)
    : tables_(std::move(tables)),
      options_(options),
      nearest_(tables_, options_, fans_),
      valuer_(options_, fans_) {}

Action Odds::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    return best_of(candidates(state, legal)).action;
}

std::optional<double> Odds::expected_score(const GameState& state, std::span<const Action> legal) {
    return expected_of(best_of(candidates(state, legal)));
}

double Odds::expected_of(const Candidate& candidate) const {
    return expected_points(candidate.win_chance, candidate.deal_in);
}

const Candidate& Odds::best_of(std::span<const Candidate> all) const {
    const Candidate* best = all.data();
    for (const auto& candidate : all) {
        if (candidate.value > best->value + numbers::odds::kValueTolerance) best = &candidate;
    }
    return *best;
}

std::span<const Candidate> Odds::candidates(const GameState& state, std::span<const Action> legal) {
    found_.clear();
    look_at_others(state);
    for (const auto& action : legal) {
        if (action.kind == ActionKind::Hu) {
            const double win_value = numbers::odds::kWinValue;
            found_.push_back({action, win_value + action.fan, win_value, 1, 0});
        } else if (ends_drawn(state, action)) {
            found_.push_back({action, 0, 0, 0, 0});
        } else if (!discards(action)) {
            without_discard(state, action);
        }
    }
    // Discards of the same hand are valued in one batch, one for each claim.
    for (std::size_t first = 0; first < legal.size(); ++first) {
        if (!discards(legal[first])) continue;
        const auto same = [&](const Action& action) {
            return action.kind == legal[first].kind && action.chow == legal[first].chow;
        };
        const auto before = legal.first(first);
        if (std::ranges::any_of(before, same)) continue;
        batch_.clear();
        std::ranges::copy_if(legal.subspan(first), std::back_inserter(batch_), same);
        after_discards(state, batch_);
    }
    return found_;
}

void Odds::look_at_others(const GameState& state) {
    DealIn deal_in = deal_in_of(state);
    const int turn = state.discards[state.seat].size;
    TileLocation location = tile_location_of(state, deal_in.threat);
    if (known_.deal_in) deal_in.of_tile = *known_.deal_in;
    if (known_.own_wall) location = known_location(state, location, *known_.own_wall);
    others_ = {turn, deal_in, location};
}

Foreseen Odds::foresee(const GameState& state, const Action& action, bool passes) {
    look_at_others(state);
    const HandContext context = context_after(state, action);
    return foresee_in(state, action, context, nearest_(context), passes);
}

Foreseen Odds::foresee_in(const GameState& state, const Action& action, const HandContext& context,
                          std::span<const TargetHand> near, bool passes) {
    const HandValues found = valuer_(context, others_.location, near, false);
    const bool draws_now = !discards(action) && action.kind != ActionKind::Pass;
    const double hand_value = draws_now ? found.drawing_now[0] : found.value[0];
    const double rate = found.rate[0];
    const double part = part_of(state, action, context, near, kNoTile);
    const Candidate candidate = discards(action)
                                    ? discard_of(state, action, hand_value, rate, part)
                                    : staying_of(state, action, hand_value, rate, part);
    const HandLeft left{context, near, others_.location, hand_value, rate, passes};
    const auto features = forecast_features(state, action, left, others_.deal_in, options_, fans_);
    const auto brings = forecast_of(features, candidate.deal_in);
    return {candidate, features, brings};
}

std::vector<Explained> Odds::explain(const GameState& state, std::span<const Action> legal) {
    look_at_others(state);
    std::vector<Explained> explained;
    explained.reserve(legal.size());
    const bool wins = legal.front().kind == ActionKind::Hu;
    // A win first; stable among equals.
    const auto rank = [](const Explained& one) {
        const bool wins = one.candidate.action.kind == ActionKind::Hu;
        return std::pair(!wins, -std::round(one.expected_score * kApart));
    };
    for (const Action& action : legal) {
        Explained one = explain_one(state, action, wins);
        const auto behind = std::ranges::upper_bound(explained, rank(one), {}, rank);
        explained.insert(behind, std::move(one));
    }
    return explained;
}

Explained Odds::explain_one(const GameState& state, const Action& action, bool passes) {
    if (action.kind == ActionKind::Hu) {
        const double win_value = numbers::odds::kWinValue;
        const int fan = action.fan + state.flowers[state.seat];
        const int pays = points_of_win(fan, state.decision == Decision::OwnDraw);
        return {{action, win_value + action.fan, win_value, 1, 0},
                1,
                static_cast<double>(pays),
                true,
                {}};
    }
    if (ends_drawn(state, action)) return {{action, 0, 0, 0, 0}, 0, 0, true, {}};
    const HandContext context = context_after(state, action);
    const auto near = nearest_(context);
    const Foreseen found = foresee_in(state, action, context, near, passes);
    return {found.candidate, found.forecast.win_chance, found.forecast.expected_score, false,
            likeliest(near, context, others_.location, options_, kTargetsShown)};
}

std::span<const TargetHand> Odds::targets(const GameState& state) {
    return nearest_(context_after(state, kPassing));
}

void Odds::after_discards(const GameState& state, std::span<const Action> actions) {
    const HandContext context = context_with_discard(state, actions.front());
    const auto near = nearest_(context);
    const HandValues found = valuer_(context, others_.location, near, true);
    for (const auto& action : actions) {
        const unsigned place = found.place_of(action.tile);
        const double part = part_of(state, action, context, near, action.tile);
        found_.push_back(discard_of(state, action, found.value[place], found.rate[place], part));
        show(context, near, action.tile, place, found.value[place]);
    }
}

Candidate Odds::discard_of(const GameState& state, const Action& action, double hand_value,
                           double rate, double part) const {
    const double deal_in = others_.deal_in.of_tile[action.tile];
    const double logit = win_logit(hand_value, rate);
    const double decides = part * chance_of(logit + tempo(state, action));
    const double weighed = options_.defence * deal_in;
    const double value = known_.cost
                             ? expected_points(decides, weighed, (*known_.cost)[action.tile])
                             : expected_points(decides, weighed);
    return {action, value, hand_value, part * chance_of(logit), deal_in, rate};
}

// The share of the predicted win chance that remains near the end of the wall.
double Odds::part_of(const GameState& state, const Action& action, const HandContext& context,
                     std::span<const TargetHand> targets, Tile discard) const {
    const double part = part_if_not_ready(walls_after(state, action)[state.seat]);
    if (part == 1 || is_ready(context, targets, discard)) return 1;
    return part;
}

void Odds::show(const HandContext& context, std::span<const TargetHand> targets, Tile discard,
                unsigned column, double hand_value) {
    const ValuedHand hand{found_.size() - 1, context, targets,   discard,
                          valuer_,           column,  hand_value};
    for (Watcher* watcher : watchers_) watcher->see(hand);
}

double Odds::points_with(double hand_value, double rate) const {
    return expected_points(chance_of(win_logit(hand_value, rate)), 0);
}

// For a pass, or a kong, after which the seat draws at once.
void Odds::without_discard(const GameState& state, const Action& action) {
    const HandContext context = context_after(state, action);
    const auto near = nearest_(context);
    const HandValues found = valuer_(context, others_.location, near, false);
    const double value = action.kind == ActionKind::Pass ? found.value[0] : found.drawing_now[0];
    const double part = part_of(state, action, context, near, kNoTile);
    found_.push_back(staying_of(state, action, value, found.rate[0], part));
    show(context, near, kNoTile, 0, found.value[0]);
}

Candidate Odds::staying_of(const GameState& state, const Action& action, double hand_value,
                           double rate, double part) const {
    const double logit = win_logit(hand_value, rate);
    const double decides = part * chance_of(logit + tempo(state, action));
    return {action, expected_points(decides, 0), hand_value, part * chance_of(logit), 0, rate};
}

// The log-odds that a claim and the order of turns add; the hand value does not include them.
double Odds::tempo(const GameState& state, const Action& action) const {
    if (action.kind == ActionKind::Gang) {
        return state.decision == Decision::Claim ? -options_.kong_cost : 0;
    }
    if (action.kind != ActionKind::Pass) return 0;
    const bool own_draw_next = (state.turn + 1) % kSeats == state.seat;
    return options_.pass_bonus + (own_draw_next ? options_.next_draw_bonus : 0);
}

// The log-odds of winning with a hand of this value. rate: tiles per turn that improve the hand.
double Odds::win_logit(double hand_value, double rate) const {
    const auto& fit = numbers::coefficients::kWinChance;
    const double size = std::log(std::max(hand_value, numbers::win_chance::kMinHandValue));
    const double tens = tens_of(others_.turn);
    const double by_turn =
        (fit.turn + fit.size_by_turn * size) * tens + fit.turn_squared * tens * tens;
    return fit.base + fit.size * size + by_turn + fit.rate * rate +
           fit.threat * others_.deal_in.threat;
}

double Odds::expected_points(double win_chance, double deal_in) const {
    return expected_points(win_chance, deal_in, numbers::coefficients::kDealInPoints);
}

double Odds::expected_points(double win_chance, double deal_in, double cost) const {
    return (1 - deal_in) * numbers::coefficients::kWinPoints * win_chance - deal_in * cost -
           numbers::win_chance::kLoss;
}

}  // namespace mj

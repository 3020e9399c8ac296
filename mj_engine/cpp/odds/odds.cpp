#include "odds/odds.hpp"

#include <algorithm>
#include <cmath>

#include "odds/discard_ages.hpp"
#include "odds/last_draws.hpp"
#include "odds/tile_location.hpp"
#include "tactics/after.hpp"

namespace mj {

namespace {

double chance_of(double logit) { return 1 / (1 + std::exp(-logit)); }

HandContext context_of(const View& view, const Position& left) {
    return hand_context_of(left.hand, left.melds, view.unseen, view.seat, view.prevalent_wind);
}

// What the action leaves.
HandContext context_after(const View& view, const Action& action) {
    return context_of(view, after(view, action));
}

// What the action leaves, with what it discards still in the hand.
HandContext context_with_discard(const View& view, const Action& action) {
    Position left = after(view, action);
    ++left.hand[action.tile];
    return context_of(view, left);
}

}  // namespace

Odds::Odds(std::shared_ptr<const OddsTables> tables, const OddsOptions& options)
    : tables_(std::move(tables)),
      options_(options),
      fit_(tables_->coefficients()),
      nearest_(tables_, options_, fans_),
      valuer_(fit_, options_, fans_) {}

Action Odds::choose(const View& view, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    return best_of(candidates(view, legal)).action;
}

double Odds::expected_score(const View& view, std::span<const Action> legal) {
    return expected_of(best_of(candidates(view, legal)));
}

double Odds::expected_of(const Candidate& candidate) const {
    return points(candidate.win_chance, candidate.deal_in) - fit_.points.drawn_game;
}

const Candidate& Odds::best_of(std::span<const Candidate> all) const {
    const Candidate* best = all.data();
    for (const auto& candidate : all) {
        if (candidate.value > best->value + fit_.points.equal_within) best = &candidate;
    }
    return *best;
}

std::span<const Candidate> Odds::candidates(const View& view, std::span<const Action> legal) {
    found_.clear();
    draws_.clear();
    const DealIn deal_in = deal_in_of(view, fit_);
    const int turn = view.discards[view.seat].size;
    const Table table{turn, deal_in, tile_location_of(view, deal_in.threat, fit_),
                      part_if_not_ready(view.walls[view.seat], fit_.chance)};
    if (looks_at_draws_) table_ = table;
    for (const auto& action : legal) {
        if (action.kind == ActionKind::Hu) {
            const double always = fit_.points.always;
            found_.push_back({action, always + action.fan, always, 1, 0});
        } else if (ends_drawn(view, action)) {
            found_.push_back({action, fit_.points.drawn_game, 0, 0, 0});
        } else if (!discards(action)) {
            without_discard(view, action, table);
        }
    }
    // Actions that differ in what is discarded are valued together, a batch for each claim.
    for (std::size_t first = 0; first < legal.size(); ++first) {
        if (!discards(legal[first])) continue;
        const auto same = [&](const Action& action) {
            return action.kind == legal[first].kind && action.chow == legal[first].chow;
        };
        const auto before = legal.first(first);
        if (std::ranges::any_of(before, same)) continue;
        batch_.clear();
        std::ranges::copy_if(legal.subspan(first), std::back_inserter(batch_), same);
        after_discards(view, batch_, table);
    }
    return found_;
}

std::span<const TargetHand> Odds::targets(const View& view) {
    return nearest_(context_after(view, kPassing));
}

void Odds::after_discards(const View& view, std::span<const Action> actions, const Table& table) {
    const HandContext context = context_with_discard(view, actions.front());
    const auto near = nearest_(context);
    const HandValues found = valuer_(context, table.location, near, true);
    for (const auto& action : actions) {
        const unsigned place = found.place_of(action.tile);
        const double part = part_of(context, near, action.tile, table);
        found_.push_back(
            discard_of(view, action, found.value[place], found.rate[place], table, part));
        found_.back().reach = reach(context, near, action.tile);
        note_draws(place, found.value[place]);
    }
}

Candidate Odds::discard_of(const View& view, const Action& action, double hand_value, double rate,
                           const Table& table, double part) const {
    const double deal_in = table.deal_in.of_tile[action.tile];
    const double logit = win_logit(hand_value, rate, table);
    const double decides = part * chance_of(logit + tempo(view, action));
    const double value = points(decides, options_.defence * deal_in);
    return {action, value, hand_value, part * chance_of(logit), deal_in, rate};
}

// The part of the told win chance that is left with so few own draws.
double Odds::part_of(const HandContext& context, std::span<const TargetHand> targets, Tile discard,
                     const Table& table) {
    if (table.if_not_ready == 1 || is_ready(context, targets, discard)) return 1;
    return table.if_not_ready;
}

Reach Odds::reach(const HandContext& context, std::span<const TargetHand> targets,
                  Tile discard) const {
    return looks_at_reach_ ? reach_of(context, targets, discard, fit_.search) : Reach{};
}

void Odds::note_draws(unsigned place, double value) {
    if (!looks_at_draws_) return;
    // Candidates before it that have no hand to value have no draws either.
    draws_.resize(found_.size());
    draws_.back() = valuer_.after_draws(place, static_cast<float>(value));
}

std::array<double, kTileKinds> Odds::points_after_draws(std::size_t place) const {
    std::array<double, kTileKinds> found{};
    if (place >= draws_.size()) return found;
    const double rate = found_[place].rate;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        found[tile] = points(chance_of(win_logit(draws_[place][tile], rate, table_)), 0);
    }
    return found;
}

// A kong, after which one draws at once, or passing.
void Odds::without_discard(const View& view, const Action& action, const Table& table) {
    const HandContext context = context_after(view, action);
    const auto near = nearest_(context);
    const HandValues found = valuer_(context, table.location, near, false);
    const double value = action.kind == ActionKind::Pass ? found.value[0] : found.now[0];
    const double logit = win_logit(value, found.rate[0], table);
    const double part = part_of(context, near, kNoTile, table);
    const double decides = part * chance_of(logit + tempo(view, action));
    found_.push_back({action, points(decides, 0), value, part * chance_of(logit), 0, found.rate[0],
                      reach(context, near, kNoTile)});
    note_draws(0, found.value[0]);
}

// What the hand value, which does not know whose turn it is, leaves out of the log-odds.
double Odds::tempo(const View& view, const Action& action) const {
    if (action.kind == ActionKind::Gang) {
        return view.decision == Decision::Claim ? -options_.kong_cost : 0;
    }
    if (action.kind != ActionKind::Pass) return 0;
    const bool own_draw_next = (view.turn + 1) % kSeats == view.seat;
    return options_.pass_bonus + (own_draw_next ? options_.next_draw_bonus : 0);
}

// The log-odds of winning the game with a hand of this value. rate: how often a turn something
// comes that is better.
double Odds::win_logit(double hand_value, double rate, const Table& table) const {
    const ChanceFit& fit = fit_.chance;
    const double size = std::log(std::max(hand_value, fit.min_hand_value));
    const double tens = tens_of(table.turn, fit_.most_turns);
    const double by_turn =
        (fit.turn + fit.size_and_turn * size) * tens + fit.turn_squared * tens * tens;
    return fit.base + fit.size * size + by_turn + fit.rate * rate +
           fit.threat * table.deal_in.threat;
}

// What one may expect over losing to another's win, with these odds to win and to deal in.
double Odds::points(double chance, double deal_in) const {
    return (1 - deal_in) * fit_.points.win * chance - deal_in * fit_.points.deal_in;
}

}  // namespace mj

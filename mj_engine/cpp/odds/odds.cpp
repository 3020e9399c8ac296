#include "odds/odds.hpp"

#include <algorithm>
#include <cmath>

#include "odds/discards.hpp"
#include "odds/whereabouts.hpp"
#include "tactics/after.hpp"

namespace mj {

namespace {

bool discards(const Action& action) {
    return action.kind == ActionKind::Play || action.kind == ActionKind::Chi ||
           action.kind == ActionKind::Peng;
}

double chance_of(double logit) { return 1 / (1 + std::exp(-logit)); }

// What the action leaves, with what it discards still in the hand.
Racer racer_after(const View& view, const Action& action) {
    Position left = after(view, action);
    if (discards(action)) ++left.hand[action.tile];
    return racer_of(left.hand, left.melds, view.unseen, view.seat, view.prevalent_wind);
}

}  // namespace

Odds::Odds(std::shared_ptr<const OddsTables> tables, const OddsOptions& options)
    : tables_(std::move(tables)),
      options_(options),
      fit_(tables_->coefficients()),
      nearest_(tables_, options_, fans_),
      race_(fit_, options_, fans_) {}

Action Odds::choose(const View& view, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const Candidate* best = nullptr;
    for (const auto& candidate : candidates(view, legal)) {
        if (best == nullptr || candidate.value > best->value + fit_.points.equal_within) {
            best = &candidate;
        }
    }
    return best->action;
}

std::span<const Candidate> Odds::candidates(const View& view, std::span<const Action> legal) {
    found_.clear();
    const Danger danger = danger_of(view, fit_);
    const Table table{view.discards[view.seat].size, danger,
                      whereabouts_of(view, danger.threat, fit_)};
    for (const auto& action : legal) {
        if (action.kind == ActionKind::Hu) {
            const double always = fit_.points.always;
            found_.push_back({action, always + action.fan, always, 1, 0});
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

std::span<const Shape> Odds::shapes(const View& view) {
    return nearest_(racer_after(view, kPassing));
}

void Odds::after_discards(const View& view, std::span<const Action> actions, const Table& table) {
    const Racer racer = racer_after(view, actions.front());
    const Worth worth = race_(racer, table.where, nearest_(racer), true);
    for (const auto& action : actions) {
        const int place = worth.place_of(action.tile);
        const double danger = table.danger.of_tile[action.tile];
        const double chance = chance_of(win_logit(worth.value[place], worth.rate[place], table));
        found_.push_back({action, points(chance, options_.defence * danger), worth.value[place],
                          chance, danger});
    }
}

// A kong, after which one draws at once, or passing.
void Odds::without_discard(const View& view, const Action& action, const Table& table) {
    const Racer racer = racer_after(view, action);
    const Worth found = race_(racer, table.where, nearest_(racer), false);
    const double worth = action.kind == ActionKind::Pass ? found.value[0] : found.now[0];
    const double logit = win_logit(worth, found.rate[0], table);
    const double decides = logit + tempo(view, action);
    found_.push_back({action, points(chance_of(decides), 0), worth, chance_of(logit), 0});
}

// What the race, which does not know whose turn it is, leaves out of the log-odds.
double Odds::tempo(const View& view, const Action& action) const {
    if (action.kind != ActionKind::Pass) {
        return view.decision == Decision::Claim ? -options_.kong : 0;
    }
    const bool own_draw_next = (view.turn + 1) % kSeats == view.seat;
    return options_.patience + (own_draw_next ? options_.next_draw : 0);
}

// The log-odds of winning the game with a hand of this worth. rate: how often a turn something
// comes that is better.
double Odds::win_logit(double worth, double rate, const Table& table) const {
    const ChanceFit& fit = fit_.chance;
    const double size = std::log(std::max(worth, fit.least_worth));
    const double tens = tens_of(table.turn, fit_.most_turns);
    const double by_turn =
        (fit.turn + fit.size_and_turn * size) * tens + fit.turn_squared * tens * tens;
    return fit.base + fit.size * size + by_turn + fit.rate * rate + fit.threat * table.danger.threat;
}

// What one may expect over losing to another's win, with these odds to win and to deal in.
double Odds::points(double chance, double danger) const {
    return (1 - danger) * fit_.points.win * chance - danger * fit_.points.deal_in;
}

}  // namespace mj

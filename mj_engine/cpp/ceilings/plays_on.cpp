#include "ceilings/plays_on.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/crc32.hpp"
#include "learned/learned.hpp"
#include "numbers/win_chance.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// Worlds before the first check whether more are needed, and between two checks.
constexpr int kWorldsALook = 8;
// An action is decided at this many standard deviations from even: a one-in-ten error.
constexpr double kDecided = 1.28;

bool is_claim(const GameState& state) { return state.decision != Decision::OwnDraw; }

bool same_claim(const Action& one, const Action& other) {
    return one.kind == other.kind && one.chow == other.chow;
}

// The others pass or claim but do not win: dealing in is counted by its odds instead.
void answer_discard(Game& game, int seat, const Seats& seats) {
    Answers answers;
    for (int other = 0; other < kSeats; ++other) {
        const Action action = ask(game, other, *seats[other]);
        const bool wins = other != seat && action.kind == ActionKind::Hu;
        answers[other] = wins ? kPassing : action;
    }
    game.submit(answers);
}

}  // namespace

PlaysOn::PlaysOn(const TacticSpec& player, const SearchOptions& options)
    : options_(options), player_(player.make()) {
    for (int seat = 0; seat < kSeats; ++seat) {
        others_[seat] = player.make();
        seats_[seat] = others_[seat].get();
    }
}

Action PlaysOn::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const Valued valued = valued_by(*player_, state, legal, false);
    const Action best = valued.all[valued.taken].action;
    if (ends_drawn(state, best)) return best;
    near_actions(state, valued);
    if (tried_.size() < 2) return best;
    if (options_.explore > 0) return chosen_by_bounds(state);
    play_worlds(state);
    std::size_t taken = 0;
    double most = 0;
    for (std::size_t place = 1; place < tried_.size(); ++place) {
        const double more = belief(tried_[place], worlds_).first;
        if (more > most) {
            most = more;
            taken = place;
        }
    }
    return tried_[taken].candidate.action;
}

// The best action and those nearest to it; of each claim only the best discard.
void PlaysOn::near_actions(const GameState& state, const Valued& valued) {
    const auto* const learned = dynamic_cast<const Learned*>(player_.get());
    const auto value = [&](std::size_t place) {
        return learned != nullptr ? learned->value(place) : valued.all[place].value;
    };
    const double best = value(valued.taken);
    std::vector<std::size_t> places(valued.all.size());
    std::iota(places.begin(), places.end(), 0);
    std::ranges::stable_sort(places, std::greater{}, value);
    std::ranges::stable_partition(places, [&](std::size_t place) { return place == valued.taken; });
    tried_.clear();
    for (const std::size_t place : places) {
        Candidate one = valued.all[place];
        one.value = value(place);
        if (tried_.size() == static_cast<std::size_t>(options_.actions)) return;
        if (best - one.value > options_.gap || ends_drawn(state, one.action)) continue;
        const auto shown = [&](const Tried& other) {
            return same_claim(other.candidate.action, one.action);
        };
        if (is_claim(state) && std::ranges::any_of(tried_, shown)) continue;
        tried_.push_back({.candidate = one, .luck = {}});
        tried_.back().luck.expect(valued, place);
    }
}

WorldDealer PlaysOn::dealer_of(const GameState& state) const {
    const std::uint64_t seed = crc32(state.unseen, seed_ ^ crc32(state.hand, 0));
    const Worlds which = options_.sees_hands ? Worlds::Walls : Worlds::Sampled;
    return {*game_, state.seat, which, seed};
}

// UCB1 over the actions of this decision: their values only say which are tried.
Action PlaysOn::chosen_by_bounds(const GameState& state) {
    WorldDealer dealer = dealer_of(state);
    for (int world = 0; world < options_.worlds; ++world) {
        const auto bound = [&](const Tried& one) {
            if (one.tries == 0) return std::numeric_limits<double>::infinity();
            const double spread = std::sqrt(2 * std::log(world) / one.tries);
            return one.sum / one.tries + options_.explore * spread;
        };
        Tried& next = *std::ranges::max_element(tried_, {}, bound);
        next.sum += played(next, state.seat, dealer.next());
        ++next.tries;
    }
    return std::ranges::max_element(tried_, {}, &Tried::tries)->candidate.action;
}

void PlaysOn::play_worlds(const GameState& state) {
    WorldDealer dealer = dealer_of(state);
    for (worlds_ = 0; worlds_ < options_.worlds;) {
        const Game world = dealer.next();
        ++worlds_;
        const double first = played(tried_.front(), state.seat, world);
        for (std::size_t place = 1; place < tried_.size(); ++place) {
            const double more = played(tried_[place], state.seat, world) - first;
            tried_[place].sum += more;
            tried_[place].squares += more * more;
        }
        if (worlds_ % kWorldsALook == 0 && is_decided(worlds_)) return;
    }
}

bool PlaysOn::is_decided(int worlds) const {
    return std::all_of(tried_.begin() + 1, tried_.end(), [&](const Tried& one) {
        const auto [mean, deviation] = belief(one, worlds);
        return std::abs(mean) > kDecided * deviation;
    });
}

std::pair<double, double> PlaysOn::belief(const Tried& tried, int worlds) const {
    const double before = options_.slope * (tried.candidate.value - tried_.front().candidate.value);
    const double mean = tried.sum / worlds;
    const double chance =
        std::max(tried.squares / worlds - mean * mean, 1.0) / std::max(worlds - 1, 1);
    const double scatter = options_.scatter * options_.scatter;
    const double weight = scatter / (scatter + chance);
    return {before + weight * (mean - before), std::sqrt(weight * chance)};
}

double PlaysOn::played(const Tried& tried, int seat, const Game& world) {
    Game game = world;
    const Candidate& one = tried.candidate;
    Answers answers;
    for (int other = 0; other < kSeats; ++other) {
        answers[other] = other == seat ? one.action : ask(game, other, *seats_[other]);
    }
    game.submit(answers);
    const bool may_deal_in = !options_.sees_hands && discards(one.action) && !game.over();
    if (may_deal_in) answer_discard(game, seat, seats_);
    const PlayedOn found = play_on(game, seat, options_.draws, tried.luck, seats_, false);
    const double score = found.score - options_.luck * found.luck;
    if (!may_deal_in) return score;
    return (1 - one.deal_in) * score - one.deal_in * numbers::win_chance::kDealInCosts;
}

}  // namespace mj

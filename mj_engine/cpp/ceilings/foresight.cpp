#include "ceilings/foresight.hpp"

#include <algorithm>

#include "numbers/coefficients.hpp"
#include "numbers/odds.hpp"
#include "numbers/win_chance.hpp"
#include "table/observe.hpp"
#include "table/waits.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// How many of odds' best discards are tried: at the table, and after each shown draw.
constexpr std::size_t kTriedNow = 4;
constexpr std::size_t kTriedLater = 2;

Counts in_own_wall(const Game& game, int seat) {
    Counts counts{};
    const int first = game.wall_of(seat) * game.wall_size;
    for (int place = 0; place < game.drawn_from(seat); ++place) ++counts[game.wall[first + place]];
    return counts;
}

// By tile the fan that the others win with it, 0 if none does.
std::array<int, kTileKinds> fan_of_discards(const Game& game, int but) {
    std::array<int, kTileKinds> most{};
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == but || sum_of(game.hands[seat]) % 3 != 1) continue;
        const GameState state = state_of(game, seat);
        for (const auto& wait : waits_of(state, state.hand, state.own_melds())) {
            const int fan = wait.on_discard.total - state.flowers[seat];
            if (fan >= kLeastFan) most[wait.tile] = std::max(most[wait.tile], fan);
        }
    }
    return most;
}

Known known_of(const Game& game, int seat, const Shown& shown) {
    Known known;
    if (shown.places) known.own_wall = in_own_wall(game, seat);
    if (!shown.waits && !shown.costs) return known;
    const auto fan = fan_of_discards(game, seat);
    if (shown.waits) known.deal_in.emplace();
    if (shown.costs) known.cost.emplace().fill(numbers::coefficients::kDealInPoints);
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (fan[tile] == 0) continue;
        if (shown.waits) (*known.deal_in)[tile] = 1;
        if (shown.costs) (*known.cost)[tile] = fan[tile];
    }
    return known;
}

// The seat's state after its discard.
GameState without(const GameState& state, const Action& action) {
    GameState left = state;
    const Position position = hand_after(state, action);
    left.hand = position.hand;
    left.melds[state.seat] = position.melds;
    left.discards[state.seat].push(action.tile);
    left.decision = Decision::Nothing;
    left.drawn = left.offered = kNoTile;
    left.turn = state.seat;
    return left;
}

GameState with_draw(const GameState& state, Tile tile) {
    GameState drawn = state;
    ++drawn.hand[tile];
    --drawn.unseen[tile];
    for (auto& wall : drawn.walls) wall -= wall > 0 ? 1 : 0;
    drawn.decision = Decision::OwnDraw;
    drawn.drawn = tile;
    drawn.turn = state.seat;
    drawn.replacing = false;
    return drawn;
}

int fan_of_draw(const GameState& state, Tile tile) {
    Counts before = state.hand;
    --before[tile];
    WinContext context;
    context.seat_wind = state.seat;
    context.prevalent_wind = state.prevalent_wind;
    context.flowers = state.flowers[state.seat];
    context.self_drawn = true;
    Win found{};
    if (!winning_shape(before, tile)) return 0;
    if (!win(before, state.own_melds(), tile, context, found)) return 0;
    return found.total;
}

}  // namespace

void Foresight::peek(const Game& game) { game_ = &game; }

Action Foresight::choose(const GameState& state, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    odds_.know(known_of(*game_, state.seat, shown_));
    const auto found = odds_.candidates(state, legal);
    const Action plain = odds_.best_of(found).action;
    const int left = game_->drawn_from(state.seat);
    if (shown_.draws == 0 || left > shown_.last || !discards(plain)) return plain;
    coming_.clear();
    const int first = game_->wall_of(state.seat) * game_->wall_size;
    for (int draw = 0; draw < std::min(shown_.draws, left); ++draw) {
        coming_.push_back(game_->wall[first + left - 1 - draw]);
    }
    if (coming_.empty()) return plain;
    std::vector<Candidate> tried(found.begin(), found.end());
    std::erase_if(tried, [](const Candidate& one) { return !discards(one.action); });
    std::ranges::stable_sort(tried, std::greater{}, &Candidate::value);
    tried.resize(std::min(tried.size(), kTriedNow));
    Action best = plain;
    double most = -1e9;
    for (const auto& one : tried) {
        // The discard may deal in before anything else is drawn.
        const double later = after_draws(without(state, one.action), 0);
        const double value =
            (1 - one.deal_in) * later - one.deal_in * numbers::win_chance::kDealInCosts;
        if (value > most + numbers::odds::kValueTolerance) {
            most = value;
            best = one.action;
        }
    }
    return best;
}

double Foresight::after_draws(const GameState& state, std::size_t place) {
    const GameState drawn = with_draw(state, coming_[place]);
    if (const int fan = fan_of_draw(drawn, coming_[place]); fan >= kLeastFan) {
        return points_of_win(fan, true);
    }
    std::vector<Action> legal;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (drawn.hand[tile] > 0) legal.push_back({.kind = ActionKind::Play, .tile = tile});
    }
    const auto found = odds_.candidates(drawn, legal);
    std::vector<Candidate> tried(found.begin(), found.end());
    std::ranges::stable_sort(tried, std::greater{}, &Candidate::value);
    if (place + 1 == coming_.size()) return tried.front().value;
    tried.resize(std::min(tried.size(), kTriedLater));
    double most = -1e9;
    for (const auto& one : tried) {
        most = std::max(most, after_draws(without(drawn, one.action), place + 1));
    }
    return most;
}

}  // namespace mj

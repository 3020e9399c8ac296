#include "fit/forecast_rows.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "advantages/valued.hpp"
#include "core/rng.hpp"
#include "learned/learned.hpp"
#include "odds/odds.hpp"
#include "study/situation.hpp"
#include "tactics/successor.hpp"
#include "worlds/worlds.hpp"

namespace mj {

namespace {

// Of kLots games kTrials are trials, and one passes a win.
constexpr std::uint32_t kLots = 8;
constexpr std::uint32_t kTrials = 2;
// A trial is at one of the first 24 decisions of its seat.
constexpr std::uint32_t kTrialPlaces = 24;
// One in this many games with a set hand passes a win.
constexpr std::uint32_t kSetPasses = 4;
// With a set hand decisions are repeated as typed this many times less often: people type ordinary
// hands, and a set hand is not one.
constexpr std::uint32_t kSeldomTyped = 4;
// One in this many typed hands comes with some of the open tiles.
constexpr std::uint32_t kWithSeen = 4;
constexpr std::uint32_t kHundred = 100;

int draws_of(int walls) { return kWallSize - kHandSize - walls; }

// The seat's hand as a person would type it: without the tiles on the table, or without most of
// them. Nothing before the first own draw, or if a kong may be robbed.
std::optional<GameState> as_typed(const GameState& state, Rng& rng) {
    Situation where{.hand = state.hand,
                    .melds = state.melds[state.seat],
                    .last = state.drawn,
                    .flowers = state.flowers[state.seat],
                    .seat = state.seat,
                    .prevalent_wind = state.prevalent_wind,
                    .turn = draws_of(state.walls[state.seat])};
    const bool claims = state.decision == Decision::Claim;
    if (where.turn == 0 || (!claims && state.decision != Decision::OwnDraw)) return std::nullopt;
    if (rng.below(kWithSeen) == 0) {
        const std::uint32_t share = rng.below(kHundred / 2);
        const auto unseen = where.unseen();
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            const int offered = claims && tile == state.offered ? 1 : 0;
            for (int copy = state.unseen[tile] + offered; copy < unseen[tile]; ++copy) {
                where.seen[tile] += rng.below(kHundred) < share ? 1 : 0;
            }
        }
    }
    const Game game = claims ? on_discard(where, state.offered, state.turn) : after_draw(where);
    return state_of(game, state.seat);
}

// Swaps the seat's hand with the first tiles of its wall, which include these melds.
void set_hand(Game& game, int seat, const Melds& melds, Rng& rng) {
    Tile* const wall = game.wall.data() + seat * game.wall_size;
    Counts& hand = game.hands[seat];
    Counts found{};
    int place = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        for (; hand[tile] > 0; --hand[tile]) ++found[std::exchange(wall[place++], tile)];
    }
    for (const Meld& meld : melds) {
        each_tile(meld, [&](int tile) {
            --found[tile];
            ++game.seen[tile];
            ++game.shown[tile];
        });
    }
    hand = found;
    game.melds[seat] = melds;
    std::uint32_t skipped = rng.below(static_cast<std::uint32_t>(sum_of(hand)));
    Tile drawn = 0;
    while (skipped >= hand[drawn]) skipped -= hand[drawn++];
    game.event.tile = drawn;
    game.replacing = false;
    shuffle_walls(game, rng);
}

// One game in progress.
class Player {
  public:
    Player(const Plan& plan, const ForecastDeal& deal, const ForecastOptions& options,
           std::uint64_t seed, const Task& task, const Seats& players)
        : deal_(deal),
          options_(options),
          only_(deal.only),
          number_(task.wall),
          rng_(seed_of(seed, task.wall)),
          players_(players),
          game_(new_game(plan.walls[task.wall], task.prevalent_wind)) {
        if (deal_.turn > 0) awaits_ = true;
        if (options_.within < 0) return;
        if (deal_.turn > 0) passes_ = rng_.below(kSetPasses) == 0;
        if (only_ >= 0) return;
        const std::uint32_t lot = rng_.below(kLots);
        passes_ = lot == kTrials;
        tries_ = lot < kTrials;
        if (!tries_) return;
        only_ = static_cast<int>(rng_.below(kSeats));
        trial_place_ = rng_.below(kTrialPlaces);
    }

    std::vector<ForecastRow> play() {
        while (!game_.over()) {
            if (awaits_ && !await_hand()) return {};
            Answers answers;
            for (int seat = 0; seat < kSeats; ++seat) answers[seat] = answer(seat);
            game_.submit(answers);
        }
        const bool won = game_.result.verdict == Verdict::Hu;
        for (ForecastRow& row : rows_) {
            row.score = static_cast<float>(game_.scores[row.seat]);
            row.won = won && game_.result.player == row.seat;
        }
        const auto least = std::ranges::min(game_.scores);
        if (won && std::ranges::count(game_.scores, least) == 1) {
            const auto giver = std::ranges::find(game_.scores, least) - game_.scores.begin();
            const auto [first, last] = last_[giver];
            for (std::size_t row = first; row < last; ++row) rows_[row].dealt_in = true;
        }
        return std::move(rows_);
    }

  private:
    // Sets the hand when its draw has come; returns false if that draw was missed.
    bool await_hand() {
        const int draws = draws_of(game_.left[only_]);
        if (draws > deal_.turn || game_.melds[only_].size > 0) return false;
        if (game_.event.kind != EventKind::Draw || game_.turn != only_) return true;
        if (draws < deal_.turn) return true;
        set_hand(game_, only_, deal_.melds, rng_);
        awaits_ = false;
        passes_ |= fan_now(game_, only_) >= kLeastFan;
        return true;
    }

    Action answer(int seat) {
        if (!must_decide(game_, seat)) return kPassing;
        ActionList list;
        list_legal(game_, seat, list);
        if (awaits_ && seat == only_ && game_.turn != seat) return kPassing;
        std::span<const Action> legal = list.all();
        bool passed = false;
        if (legal.front().kind == ActionKind::Hu) {
            passed = passes_ && !awaits_ && !passed_ && (only_ < 0 || seat == only_) &&
                     asks(seat) != nullptr;
            if (!passed) return legal.front();
            passed_ = true;
            only_ = seat;
            legal = legal.subspan(1);
        } else if (legal.size() == 1) {
            if (discards(legal.front())) last_[seat] = {};
            return legal.front();
        }
        const GameState state = state_of(game_, seat);
        const Action action = choice(*players_[seat], state, legal);
        if (ends_drawn(state, action)) return action;
        // A robbed kong is not a discard.
        if (discards(action) || action.kind == ActionKind::Bugang) last_[seat] = {};
        Odds* const odds = asks(seat);
        if (odds != nullptr && is_kept(seat)) note(*odds, state, action, passed);
        return action;
    }

    // The odds of the seat's player; nullptr if it has none.
    [[nodiscard]] Odds* asks(int seat) const {
        if (auto* const learned = dynamic_cast<Learned*>(players_[seat])) return &learned->odds();
        return dynamic_cast<Odds*>(players_[seat]);
    }

    Action choice(Tactic& tactic, const GameState& state, std::span<const Action> legal) {
        const bool tries = tries_ && !tried_ && state.seat == only_ && asks(only_) != nullptr &&
                           places_++ == trial_place_;
        if (!tries) return tactic.choose(state, legal);
        tried_ = true;
        const Valued valued = valued_by(tactic, state, legal, false);
        std::vector<Action> near;
        for (const Candidate& one : valued.all) {
            if (valued.all[valued.best].value - one.value <= options_.within) {
                near.push_back(one.action);
            }
        }
        return near[rng_.below(static_cast<std::uint32_t>(near.size()))];
    }

    void note(Odds& odds, const GameState& state, const Action& action, bool passed) {
        const std::size_t first = rows_.size();
        add_row(odds, state, action, passed, false);
        const std::uint32_t every = options_.typed * (deal_.only < 0 ? 1 : kSeldomTyped);
        if (every > 0 && rng_.below(every) == 0) {
            const auto typed = as_typed(state, rng_);
            if (typed) add_row(odds, *typed, action, passed, true);
        }
        if (discards(action)) last_[state.seat] = {first, rows_.size()};
        for (std::size_t row = first; row < rows_.size(); ++row) {
            rows_[row].turn = state.discards[state.seat].size;
        }
    }

    void add_row(Odds& odds, const GameState& state, const Action& action, bool passed,
                 bool typed) {
        const Foreseen foreseen = odds.foresee(state, action, passed);
        ForecastRow row{.game = number_,
                        .seat = state.seat,
                        .typed = typed,
                        .passed = passed,
                        .deal_in = static_cast<float>(foreseen.candidate.deal_in)};
        std::ranges::transform(foreseen.features, row.features.begin(),
                               [](double number) { return static_cast<float>(number); });
        rows_.push_back(row);
    }

    [[nodiscard]] bool is_kept(int seat) {
        if (awaits_ || (only_ >= 0 && seat != only_)) return false;
        return (!tries_ || tried_) && (!passes_ || passed_);
    }

    const ForecastDeal& deal_;
    const ForecastOptions& options_;
    int only_;  // the seat whose rows are kept; -1 for all
    std::uint32_t number_;
    Rng rng_;
    const Seats& players_;
    Game game_;
    bool awaits_ = false, tries_ = false, tried_ = false, passes_ = false, passed_ = false;
    std::uint32_t trial_place_ = 0, places_ = 0;
    // The rows of each seat's last discard, as [first, last).
    std::array<std::pair<std::size_t, std::size_t>, kSeats> last_{};
    std::vector<ForecastRow> rows_;
};

}  // namespace

std::vector<ForecastRow> forecast_rows(const Plan& plan, std::span<const ForecastDeal> deals,
                                       const ForecastOptions& options, std::uint64_t seed,
                                       int threads) {
    std::vector<std::vector<ForecastRow>> by_game(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(plan.players);
        return [&, bench](std::size_t place) {
            const Task& task = plan.tasks[place];
            const Seats players = seats_of(task, *bench);
            by_game[place] = Player(plan, deals[place], options, seed, task, players).play();
        };
    });
    std::vector<ForecastRow> found;
    for (const auto& game : by_game) found.insert(found.end(), game.begin(), game.end());
    return found;
}

}  // namespace mj

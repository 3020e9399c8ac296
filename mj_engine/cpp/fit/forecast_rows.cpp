#include "fit/forecast_rows.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "core/rng.hpp"
#include "odds/odds.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// One game of four is a trial, at one of the first 24 decisions of its seat.
constexpr std::uint32_t kTrialEvery = 4;
constexpr std::uint32_t kTrialPlaces = 24;

// One game on its way.
class Player {
  public:
    Player(const Plan& plan, int only, double within, std::uint64_t seed, const Task& task,
           const Seats& players)
        : only_(only),
          within_(within),
          number_(task.wall),
          rng_(seed_of(seed, task.wall)),
          players_(players),
          game_(new_game(plan.walls[task.wall], task.prevalent_wind)) {
        if (only_ >= 0 || within_ < 0 || rng_.below(kTrialEvery) != 0) return;
        tries_ = true;
        only_ = static_cast<int>(rng_.below(kSeats));
        trial_place_ = rng_.below(kTrialPlaces);
    }

    std::vector<ForecastRow> play() {
        while (!game_.over()) {
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
            const auto last = last_[std::ranges::find(game_.scores, least) - game_.scores.begin()];
            if (last) rows_[*last].dealt_in = true;
        }
        return std::move(rows_);
    }

  private:
    Action answer(int seat) {
        if (!must_decide(game_, seat)) return kPassing;
        ActionList list;
        list_legal(game_, seat, list);
        if (list.of[0].kind == ActionKind::Hu) return list.of[0];
        if (list.size == 1) {
            if (discards(list.of[0])) last_[seat].reset();
            return list.of[0];
        }
        const GameState state = state_of(game_, seat);
        auto* const odds = dynamic_cast<Odds*>(players_[seat]);
        if (odds == nullptr) throw std::logic_error("every player must be odds");
        const Action action = choice(*odds, state, list);
        if (ends_drawn(state, action)) return action;
        // A kong that is robbed is no discard.
        if (action.kind == ActionKind::Bugang) last_[seat].reset();
        if (is_kept(seat)) note(*odds, state, action);
        return action;
    }

    Action choice(Odds& odds, const GameState& state, const ActionList& list) {
        const auto all = odds.candidates(state, list.all());
        const Candidate& best = odds.best_of(all);
        if (!tries_ || state.seat != only_ || places_++ != trial_place_) return best.action;
        tried_ = true;
        std::vector<Action> near;
        for (const Candidate& one : all) {
            if (best.value - one.value <= within_) near.push_back(one.action);
        }
        return near[rng_.below(static_cast<std::uint32_t>(near.size()))];
    }

    void note(Odds& odds, const GameState& state, const Action& action) {
        const Foreseen foreseen = odds.foresee(state, action);
        ForecastRow row{.game = number_,
                        .seat = state.seat,
                        .turn = state.discards[state.seat].size,
                        .kind = state.decision,
                        .unseen = static_cast<std::uint8_t>(sum_of(state.unseen)),
                        .deal_in = static_cast<float>(foreseen.candidate.deal_in)};
        std::ranges::transform(foreseen.features, row.features.begin(),
                               [](double number) { return static_cast<float>(number); });
        if (discards(action)) last_[state.seat] = rows_.size();
        rows_.push_back(row);
    }

    [[nodiscard]] bool is_kept(int seat) const {
        return only_ < 0 || (seat == only_ && (tried_ || !tries_));
    }

    int only_;  // the seat whose rows are kept; -1 for all
    double within_;
    std::uint32_t number_;
    Rng rng_;
    const Seats& players_;
    Game game_;
    bool tries_ = false, tried_ = false;
    std::uint32_t trial_place_ = 0, places_ = 0;
    std::array<std::optional<std::size_t>, kSeats> last_{};  // the row of each seat's last discard
    std::vector<ForecastRow> rows_;
};

}  // namespace

std::vector<ForecastRow> forecast_rows(const Plan& plan, std::span<const int> only, double within,
                                       std::uint64_t seed, int threads) {
    std::vector<std::vector<ForecastRow>> by_game(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(plan.players);
        return [&, bench](std::size_t place) {
            const Task& task = plan.tasks[place];
            const Seats players = seats_of(task, *bench);
            by_game[place] = Player(plan, only[place], within, seed, task, players).play();
        };
    });
    std::vector<ForecastRow> found;
    for (const auto& game : by_game) found.insert(found.end(), game.begin(), game.end());
    return found;
}

}  // namespace mj

#include "dataset/self_play.hpp"

#include <algorithm>

#include "odds/odds.hpp"

namespace mj {

namespace {

// Records one game for a data set.
class Recorder {
  public:
    Recorder(const Plan& plan, const Task& task, bool with_values)
        : wall_(plan.walls[task.wall]),
          game_(new_game(wall_, task.prevalent_wind)),
          with_values_(with_values) {}

    StoredGame play(const Seats& seats) {
        while (!game_.over()) play_turn(seats);
        stored_.wall = wall_;
        stored_.prevalent_wind = game_.prevalent_wind;
        stored_.scores = game_.scores;
        stored_.result = game_.result;
        return std::move(stored_);
    }

  private:
    void play_turn(const Seats& seats) {
        const std::size_t first = stored_.answers.size();
        Answers answers;
        for (int seat = 0; seat < kSeats; ++seat) answers[seat] = ask_seat(seat, *seats[seat]);
        game_.submit(answers);
        const int came_through = game_.over() ? game_.result.player : game_.event.seat;
        for (std::size_t place = first; place < stored_.answers.size(); ++place) {
            StoredAnswer& answer = stored_.answers[place];
            if (answer.seat == came_through || answer.move == kPassMove) continue;
            answer.preempted = true;
            answer.discard = kNoTile;
        }
        ++stored_.turns;
    }

    Action ask_seat(int seat, Tactic& tactic) {
        if (!must_decide(game_, seat)) return kPassing;
        ActionList list;
        list_legal(game_, seat, list);
        auto* const odds = with_values_ ? dynamic_cast<Odds*>(&tactic) : nullptr;
        const bool valued = odds != nullptr && list.size > 1;
        const Action action = valued ? ask_values(*odds, state_of(game_, seat), list)
                                     : answer_of(game_, seat, list, tactic);
        if (action.kind != ActionKind::Pass || valued) keep(seat, action, valued);
        return action;
    }

    Action ask_values(Odds& odds, const GameState& state, const ActionList& list) {
        const auto all = odds.candidates(state, list.all());
        for (const Action& action : list.all()) {
            const auto found = std::ranges::find_if(
                all, [&](const Candidate& one) { return one.action.same(action); });
            stored_.values.push_back(static_cast<float>(found->value));
        }
        return list.of[0].kind == ActionKind::Hu ? list.of[0] : odds.best_of(all).action;
    }

    void keep(int seat, const Action& action, bool valued) {
        const bool claims = action.kind == ActionKind::Chi || action.kind == ActionKind::Peng;
        stored_.answers.push_back({.turn = stored_.turns,
                                   .seat = static_cast<std::uint8_t>(seat),
                                   .move = move_of(action, game_.offered),
                                   .discard = claims ? action.tile : kNoTile,
                                   .preempted = false,
                                   .unknown = false,
                                   .valued = valued});
    }

    const std::vector<Tile>& wall_;
    Game game_;
    StoredGame stored_;
    bool with_values_;
};

}  // namespace

std::vector<StoredGame> play_stored(const Plan& plan, bool with_values, int threads) {
    std::vector<StoredGame> games(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(plan.players);
        return [&, bench](std::size_t place) {
            const Task& task = plan.tasks[place];
            games[place] = Recorder(plan, task, with_values).play(seats_of(task, *bench));
        };
    });
    return games;
}

}  // namespace mj

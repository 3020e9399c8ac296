#include "advantages/rollouts.hpp"

#include <algorithm>

#include "advantages/valued.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

bool goes_on(const GameState& state, const Action& action) {
    return action.kind != ActionKind::Hu && !ends_drawn(state, action);
}

// One game in progress.
class Roller {
  public:
    Roller(const Plan& plan, double within, const Task& task, const Seats& players)
        : within_(within),
          number_(task.wall),
          players_(players),
          game_(new_game(plan.walls[task.wall], task.prevalent_wind)) {}

    std::vector<RolledDecision> roll() {
        while (!game_.over()) {
            Answers answers;
            for (int seat = 0; seat < kSeats; ++seat) answers[seat] = answer(seat);
            game_.submit(answers);
        }
        for (RolledDecision& one : found_) one.score = game_.scores[one.seat];
        return std::move(found_);
    }

  private:
    Action answer(int seat) {
        if (!must_decide(game_, seat)) return kPassing;
        ActionList list;
        list_legal(game_, seat, list);
        if (list.size == 1 || list.of[0].kind == ActionKind::Hu) return list.of[0];
        const GameState state = state_of(game_, seat);
        const Valued valued = valued_by(*players_[seat], state, list.all());
        note(state, valued);
        return valued.all[valued.taken].action;
    }

    void note(const GameState& state, const Valued& valued) {
        const double best = valued.all[valued.best].value;
        if (!goes_on(state, valued.all[valued.best].action)) return;
        const auto may_be_taken = [&](const Candidate& one) {
            return best - one.value <= within_ && goes_on(state, one.action);
        };
        if (std::ranges::count_if(valued.all, may_be_taken) < 2) return;
        const FeatureRows features = features_of(state, valued);
        RolledDecision rolled{.game = number_,
                              .seat = state.seat,
                              .chosen = 0,
                              .score = 0,
                              .values = {},
                              .features = {}};
        for (std::size_t place = 0; place < valued.all.size(); ++place) {
            if (!may_be_taken(valued.all[place])) continue;
            if (place == valued.taken) {
                rolled.chosen = static_cast<std::uint8_t>(rolled.values.size());
            }
            rolled.values.push_back(static_cast<float>(valued.all[place].value));
            const auto row = features.row(place);
            rolled.features.insert(rolled.features.end(), row.begin(), row.end());
        }
        found_.push_back(std::move(rolled));
    }

    double within_;
    std::uint32_t number_;
    const Seats& players_;
    Game game_;
    std::vector<RolledDecision> found_;
};

}  // namespace

std::vector<RolledDecision> roll_out(const Plan& plan, double within, int threads) {
    std::vector<std::vector<RolledDecision>> by_game(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(plan.players);
        return [&, bench](std::size_t place) {
            const Task& task = plan.tasks[place];
            const Seats players = seats_of(task, *bench);
            by_game[place] = Roller(plan, within, task, players).roll();
        };
    });
    std::vector<RolledDecision> found;
    for (auto& game : by_game) std::ranges::move(game, std::back_inserter(found));
    return found;
}

}  // namespace mj

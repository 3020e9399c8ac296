#include "play/many.hpp"

#include <algorithm>
#include <atomic>

#include "play/thread_pool.hpp"

namespace mj {

namespace {

// How often all work was stopped. One counter for the process, as Ctrl-C is for the process: the
// caller has no handle on the calls of other threads.
std::atomic<std::uint64_t> stops{0};

}  // namespace

Outcome outcome_of(const Plan& plan, std::size_t task, const Game& game, const Record& record) {
    Outcome outcome{.scores = game.scores, .result = game.result, .record = {}};
    for (int seat = 0; seat < kSeats; ++seat) {
        outcome.calls[seat] = static_cast<std::uint8_t>(std::ranges::count_if(
            game.melds[seat], [](const Meld& meld) { return !meld.concealed(); }));
    }
    if (game.result.verdict == Verdict::Hu) outcome.turn = game.discards[game.result.player].size;
    if (!plan.records) return outcome;
    std::vector<std::string> names;
    names.reserve(kSeats);
    for (const auto player : plan.tasks[task].players) names.push_back(plan.players[player].name);
    outcome.record = line_of(game, record, std::to_string(task), names);
    return outcome;
}

namespace {

Outcome play_task(const Plan& plan, std::size_t number, Bench& bench) {
    const Task& task = plan.tasks[number];
    Game game = new_game(plan.walls[task.wall], task.prevalent_wind, task.common_wall);
    const Seats seats = seats_of(task, bench);
    Record record;
    play_to_end(game, seats, plan.records ? &record : nullptr);
    return outcome_of(plan, number, game, record);
}

}  // namespace

Tactic& Bench::sit(std::size_t player, int seat) {
    auto& tactic = seated_[player][seat];
    if (!tactic) tactic = (*specs_)[player].make();
    return *tactic;
}

Seats seats_of(const Task& task, Bench& bench) {
    Seats seats{};
    for (int seat = 0; seat < kSeats; ++seat) {
        seats[seat] = &bench.sit(task.players[seat], seat);
        seats[seat]->begin(task.seeds[seat]);
    }
    return seats;
}

void share_work(std::size_t count, int threads, const std::function<Work()>& make) {
    const std::uint64_t stops_before = stops;
    const auto wanted =
        std::min(static_cast<std::size_t>(threads), std::max<std::size_t>(1, count));
    std::vector<Work> works(wanted);
    ThreadPool(static_cast<int>(wanted)).run(count, [&](std::size_t thread, std::size_t place) {
        if (stops != stops_before) throw Stopped();
        Work& work = works[thread];
        if (!work) work = make();
        work(place);
    });
}

void stop_work() noexcept { ++stops; }

std::vector<Outcome> play_many(const Plan& plan, int threads) {
    std::vector<Outcome> outcomes(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(plan.players);
        return [&plan, &outcomes, bench](std::size_t place) {
            outcomes[place] = play_task(plan, place, *bench);
        };
    });
    return outcomes;
}

}  // namespace mj

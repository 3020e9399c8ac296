#include "play/many.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace mj {

namespace {

// How often all work was stopped. One counter for the process, as Ctrl-C is for the process: the
// caller has no handle on the calls of other threads.
std::atomic<std::uint64_t> stops{0};

Outcome outcome_of(const Game& game) {
    Outcome outcome{.scores = game.scores, .result = game.result, .record = {}};
    for (int seat = 0; seat < kSeats; ++seat) {
        outcome.calls[seat] = static_cast<std::uint8_t>(std::ranges::count_if(
            game.melds[seat], [](const Meld& meld) { return !meld.concealed(); }));
    }
    if (game.result.verdict == Verdict::Hu) outcome.turn = game.discards[game.result.player].size;
    return outcome;
}

Outcome play_task(const Plan& plan, const Task& task, std::size_t number, Bench& bench) {
    Game game = new_game(plan.walls[task.wall], task.prevalent_wind, task.common_wall);
    const Seats seats = seats_of(task, bench);
    Record record;
    play_to_end(game, seats, plan.records ? &record : nullptr);
    Outcome outcome = outcome_of(game);
    if (!plan.records) return outcome;
    std::vector<std::string> names;
    names.reserve(kSeats);
    for (const auto player : task.players) names.push_back(plan.players[player].name);
    outcome.record = line_of(game, record, std::to_string(number), names);
    return outcome;
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
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto run = [&] {
        try {
            const Work work = make();
            for (std::size_t place = next++; place < count; place = next++) {
                if (stops != stops_before) throw Stopped();
                work(place);
            }
        } catch (...) {
            const std::scoped_lock lock(failing);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::jthread> others;
    const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(threads), count);
    for (std::size_t thread = 1; thread < wanted; ++thread) others.emplace_back(run);
    run();
    others.clear();
    if (failure) std::rethrow_exception(failure);
}

void stop_work() noexcept { ++stops; }

std::vector<Outcome> play_many(const Plan& plan, int threads) {
    std::vector<Outcome> outcomes(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(plan.players);
        return [&plan, &outcomes, bench](std::size_t place) {
            outcomes[place] = play_task(plan, plan.tasks[place], place, *bench);
        };
    });
    return outcomes;
}

}  // namespace mj

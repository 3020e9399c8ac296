#include "play/playouts.hpp"

#include <stdexcept>

#include "core/rng.hpp"

namespace mj {

namespace {

Seats seats_of(const Branching& branching, std::uint64_t world_seed, Bench& bench) {
    Seats seats{};
    for (int seat = 0; seat < kSeats; ++seat) {
        const std::size_t player =
            branching.players.size() == 1 ? 0 : static_cast<std::size_t>(seat);
        seats[seat] = &bench.sit(player, seat);
        seats[seat]->begin(static_cast<std::uint32_t>(seed_of(world_seed, seat)));
    }
    return seats;
}

Scores play_one(const Branching& branching, const Game& world, const Action& action,
                std::uint64_t world_seed, Bench& bench) {
    const Seats seats = seats_of(branching, world_seed, bench);
    Game game = after_answer(world, branching.seat, action, seats);
    play_to_end(game, seats);
    return game.scores;
}

double play_one_to_draw(const Branching& branching, const Game& world, const Action& action,
                        int draws, std::uint64_t world_seed, Bench& bench) {
    const Seats seats = seats_of(branching, world_seed, bench);
    Game game = after_answer(world, branching.seat, action, seats);
    const int own = branching.seat;
    for (int drawn = 0; !game.over(); play_turn(game, seats)) {
        const GameState state = state_of(game, own);
        if (state.decision != Decision::OwnDraw || ++drawn < draws) continue;
        ActionList list;
        list_legal(game, own, list);
        if (list.of[0].kind == ActionKind::Hu) continue;
        const auto expected = seats[own]->expected_score(state, list.all());
        if (expected) return *expected;
        throw std::logic_error("a policy without values cannot say what a decision is worth");
    }
    return game.scores[own];
}

// Runs every action and repetition, spread over the threads.
template <typename Score, typename PlayOne>
std::vector<Score> each_branch(const Branching& branching, int threads, const PlayOne& play) {
    const std::size_t times = branching.times;
    WorldDealer dealer(branching.game, branching.seat, branching.worlds, branching.seed);
    std::vector<Game> worlds;
    for (std::size_t time = 0; time < times; ++time) worlds.push_back(dealer.next());
    std::vector<Score> scores(branching.actions.size() * times);
    share_work(scores.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(branching.players);
        return [&, bench](std::size_t place) {
            const std::size_t time = place % times;
            const std::uint64_t world_seed = seed_of(branching.seed, time);
            scores[place] = static_cast<Score>(
                play(worlds[time], branching.actions[place / times], world_seed, *bench));
        };
    });
    return scores;
}

}  // namespace

std::vector<Scores> play_out(const Branching& branching, int threads) {
    return each_branch<Scores>(
        branching, threads,
        [&](const Game& world, const Action& action, std::uint64_t world_seed, Bench& bench) {
            return play_one(branching, world, action, world_seed, bench);
        });
}

std::vector<float> play_to_draw(const Branching& branching, int draws, int threads) {
    return each_branch<float>(
        branching, threads,
        [&](const Game& world, const Action& action, std::uint64_t world_seed, Bench& bench) {
            return play_one_to_draw(branching, world, action, draws, world_seed, bench);
        });
}

}  // namespace mj

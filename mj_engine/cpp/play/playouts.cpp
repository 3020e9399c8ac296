#include "play/playouts.hpp"

#include "core/rng.hpp"
#include "play/worlds.hpp"

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

Scores play_one(const Branching& branching, const Action& action, std::uint64_t world_seed,
                Bench& bench) {
    Game game = branching.game;
    if (branching.shuffled) {
        Rng rng(world_seed);
        shuffle_hidden(game, branching.seat, rng);
    }
    const Seats seats = seats_of(branching, world_seed, bench);
    Answers answers;
    for (int seat = 0; seat < kSeats; ++seat) {
        answers[seat] = seat == branching.seat ? action : ask(game, seat, *seats[seat]);
    }
    game.submit(answers);
    play_to_end(game, seats);
    return game.scores;
}

}  // namespace

std::vector<Scores> play_out(const Branching& branching, int threads) {
    const std::size_t times = branching.times;
    std::vector<Scores> scores(branching.actions.size() * times);
    share_work(scores.size(), threads, [&]() -> Work {
        const auto bench = std::make_shared<Bench>(branching.players);
        return [&, bench](std::size_t place) {
            const std::uint64_t world_seed = seed_of(branching.seed, place % times);
            scores[place] =
                play_one(branching, branching.actions[place / times], world_seed, *bench);
        };
    });
    return scores;
}

}  // namespace mj

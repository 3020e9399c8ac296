#include "env/vector_table.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "core/rng.hpp"

namespace mj {

namespace {

constexpr std::uint8_t kEverySeat = 15;

constexpr std::uint8_t bit_of_seat(std::uint64_t seat) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(seat));
}

}  // namespace

VectorTable::VectorTable(VectorOptions options)
    : cells(options.tables * kPlaneCells * static_cast<std::size_t>(1 + options.history)),
      masks(options.tables * kActions),
      scalars(options.tables * kScalarNames.size()),
      hidden(options.hidden ? options.tables * kHiddenCells : 0),
      rewards(options.tables * kSeats),
      dones(options.tables),
      seats(options.tables),
      games(options.tables),
      options_(std::move(options)),
      tables_(options_.tables),
      opponents_{.specs = options_.opponents, .benches = {}} {}

void VectorTable::reset(int threads, bool onward) {
    std::ranges::fill(rewards, 0.0F);
    std::ranges::fill(dones, 1);  // drop games that end before the first decision
    for (Table& table : tables_) table.games = onward ? table.games + 1 : 0;
    for_each_table(opponents_, threads, [this](std::size_t place, Bench& bench) {
        begin(place);
        run(place, bench);
        observe(place);
    });
    std::ranges::fill(dones, 0);
}

void VectorTable::step(std::span<const std::int64_t> actions, int threads) {
    for (std::size_t place = 0; place < size(); ++place) {
        const std::int64_t index = actions[place];
        if (index >= 0 && index < kActions && masks[place * kActions + index] != 0) continue;
        throw std::invalid_argument("table " + std::to_string(place) + ": action " +
                                    std::to_string(index) + " is not legal");
    }
    std::ranges::fill(rewards, 0.0F);
    std::ranges::fill(dones, 0);
    for_each_table(opponents_, threads, [&](std::size_t place, Bench& bench) {
        tables_[place].session.play(seats[place], action_at(static_cast<int>(actions[place])));
        run(place, bench);
        observe(place);
    });
}

void VectorTable::choices(const TacticSpec& player, std::span<std::int64_t> chosen, int threads) {
    if (teacher_.specs.empty() || teacher_.specs[0].name != player.name) {
        teacher_.benches.clear();
        teacher_.specs = {player};
    }
    for_each_table(teacher_, threads, [&](std::size_t place, Bench& bench) {
        const Table& table = tables_[place];
        const int seat = seats[place];
        Tactic& tactic = bench.sit(0, seat);
        tactic.begin(table.seeds[seat]);
        chosen[place] = index_of(ask(table.session.game, seat, tactic));
    });
}

void VectorTable::for_each_table(Players& players, int threads,
                                 const std::function<void(std::size_t, Bench&)>& work) {
    const auto wanted = static_cast<std::size_t>(threads);
    auto& benches = players.benches;
    while (benches.size() < wanted) benches.push_back(std::make_unique<Bench>(players.specs));
    if (threads == 1) {
        for (std::size_t place = 0; place < size(); ++place) work(place, *benches[0]);
        return;
    }
    // Threads take several tables at a time: one is too little work.
    const std::size_t slice = std::max<std::size_t>(1, size() / (4 * wanted));
    const std::size_t slices = (size() + slice - 1) / slice;
    std::atomic<std::size_t> sitting{0};
    share_work(slices, threads, [&]() -> Work {
        Bench& bench = *benches[sitting++];
        return [&, this](std::size_t number) {
            const std::size_t last = std::min(size(), (number + 1) * slice);
            for (std::size_t place = number * slice; place < last; ++place) work(place, bench);
        };
    });
}

Game VectorTable::dealt(std::uint64_t wall) const {
    const int wind = static_cast<int>(wall % kSeats);
    if (!options_.walls.empty()) {
        const std::uint64_t place = wall % options_.walls.size();
        return new_game(options_.walls[place],
                        options_.winds.empty() ? wind : options_.winds[place]);
    }
    std::array<Tile, std::size_t{kTileKinds} * kCopies> tiles;
    for (std::size_t place = 0; place < tiles.size(); ++place) {
        tiles[place] = static_cast<Tile>(place / kCopies);
    }
    Rng(seed_of(options_.seed, wall)).shuffle(std::span<Tile>(tiles));
    return new_game(tiles, wind);
}

void VectorTable::seat_players(Table& table, Learner learner, std::uint64_t number) const {
    const std::uint64_t round = number / kSeats;
    const std::uint64_t wall = options_.duplicate ? round : number;
    // The prevalent wind rotates with the wall, so a seat does not always get the same one.
    const std::uint64_t rotated = (options_.duplicate ? number : number + round) % kSeats;
    const std::uint64_t first =
        learner < Learner::Rotating ? static_cast<std::uint64_t>(learner) : rotated;
    table.learners = learner == Learner::Everywhere ? kEverySeat : bit_of_seat(first);
    for (std::uint64_t seat = 0; seat < kSeats; ++seat) {
        const std::uint64_t after = (seat + kSeats - first) % kSeats;
        const bool alone = options_.opponents.size() == 1 || after == 0;
        table.players[seat] = static_cast<std::uint8_t>(alone ? 0 : after - 1);
        table.seeds[seat] = static_cast<std::uint32_t>(seed_of(options_.seed, wall, seat));
    }
}

void VectorTable::begin(std::size_t place) {
    Table& table = tables_[place];
    const std::uint64_t number = table.games * size() + place;
    games[place] = number;
    const auto& learners = options_.learners;
    seat_players(table, learners[learners.size() == 1 ? 0 : place], number);
    table.session.game = dealt(options_.duplicate ? number / kSeats : number);
    table.session.advance();
    table.history.fill(PlaneHistory(options_.history));
}

void VectorTable::run(std::size_t place, Bench& bench) {
    Table& table = tables_[place];
    Session& session = table.session;
    while (true) {
        if (session.game.over()) {
            end(place);
            begin(place);
        }
        const int seat = session.to_move();
        if (seat < 0) continue;  // over before any decision
        if ((table.learners & bit_of_seat(static_cast<std::uint64_t>(seat))) != 0) {
            seats[place] = static_cast<std::uint8_t>(seat);
            return;
        }
        Tactic& tactic = bench.sit(table.players[seat], seat);
        tactic.begin(table.seeds[seat]);
        session.play(seat, ask(session.game, seat, tactic));
    }
}

void VectorTable::end(std::size_t place) {
    Table& table = tables_[place];
    ++table.games;
    if (dones[place] != 0) return;  // the game that ended had no decision of the learner
    dones[place] = 1;
    std::ranges::copy(table.session.game.scores,
                      rewards.begin() + static_cast<long>(place * kSeats));
}

void VectorTable::observe(std::size_t place) {
    Table& table = tables_[place];
    const int seat = seats[place];
    list_legal(table.session.game, seat, table.legal);
    const auto mask = std::span(masks).subspan(place * kActions, kActions);
    std::ranges::fill(mask, 0);
    for (const Action& action : table.legal.all()) mask[index_of(action)] = 1;
    const GameState state = state_of(table.session.game, seat);
    const Scalars numbers = scalars_of(state);
    std::ranges::copy(numbers, scalars.begin() + static_cast<long>(place * numbers.size()));

    PlaneHistory& history = table.history[seat];
    history.see(state);
    const std::size_t size = planes() * kRowCells;
    write_planes(state, history, std::span(cells).subspan(place * size, size));
    if (options_.hidden) {
        write_hidden(
            table.session.game, seat,
            std::span<std::uint8_t, kHiddenCells>(&hidden[place * kHiddenCells], kHiddenCells));
    }
}

}  // namespace mj

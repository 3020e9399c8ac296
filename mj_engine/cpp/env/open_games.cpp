#include "env/open_games.hpp"

#include <algorithm>

#include "env/hidden.hpp"
#include "env/scalars.hpp"
#include "table/observe.hpp"
#include "tactics/random.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

// Tables or rows that a thread takes at a time: one is too little work.
constexpr std::size_t kSlice = 8;

// What makes a lot a number of 0 to 1.
constexpr double kOfLots = 0x1p-32;

constexpr bool has_seat(std::uint8_t seats, int seat) {
    return ((seats >> static_cast<unsigned>(seat)) & 1U) != 0;
}

class ScalarsWriter final : public FeatureWriter {
  public:
    void write(const GameState& state, const PlaneHistory& /*history*/,
               std::span<std::uint8_t> cells) override {
        std::ranges::copy(scalars_of(state), cells.begin());
    }
};

std::vector<FeatureSpec> features_with_scalars(std::shared_ptr<const OddsTables> targets) {
    auto features = known_features(std::move(targets));
    features.push_back(
        {"scalars", {kScalarNames.size()}, [] { return std::make_unique<ScalarsWriter>(); }});
    return features;
}

}  // namespace

OpenGames::OpenGames(Plan plan, std::size_t tables, std::shared_ptr<const OddsTables> targets)
    : outcomes(plan.tasks.size()),
      plan_(std::move(plan)),
      features_(features_with_scalars(std::move(targets))) {
    const std::size_t needed = std::min(tables, plan_.tasks.size());
    tables_.reserve(needed);
    for (std::size_t table = 0; table < needed; ++table) tables_.emplace_back(plan_.players);
}

void OpenGames::step(std::span<const std::int64_t> actions, int threads) {
    for (std::size_t row = 0; row < waiting_.size(); ++row) {
        const Waiting& waiting = waiting_[row];
        tables_[waiting.table].given[waiting.seat] = action_at(static_cast<int>(actions[row]));
    }
    for_each(tables_.size(), threads,
             [this](std::size_t place, Worker& worker) { go_on(tables_[place], worker); });
    waiting_.clear();
    for (std::size_t place = 0; place < tables_.size(); ++place) {
        const Table& table = tables_[place];
        if (table.closed) continue;
        for (int seat = 0; seat < kSeats; ++seat) {
            if (!has_seat(table.waiting, seat)) continue;
            waiting_.push_back({static_cast<std::uint32_t>(place), static_cast<std::uint8_t>(seat),
                                plan_.tasks[table.task].players[seat]});
        }
    }
}

void OpenGames::observe(std::span<const std::uint32_t> places, const Sights& sights, int threads) {
    for_each(places.size(), threads, [&](std::size_t row, Worker& worker) {
        const Waiting& waiting = waiting_[places[row]];
        const Table& table = tables_[waiting.table];
        const int seat = waiting.seat;
        GameState state = state_of(table.session.game, seat);
        if (!sights.claims.empty() && sights.claims[row] >= 0) {
            state = state_after_claim(state, action_at(static_cast<int>(sights.claims[row])));
        }
        for (const auto& [feature, cells] : sights.features) {
            auto& writer = worker.writers[feature];
            if (!writer) writer = features_[feature].make();
            const std::size_t size = features_[feature].cells();
            writer->write(state, table.history[seat], cells.subspan(row * size, size));
        }
        const auto legal = sights.legal.subspan(row * kActions, kActions);
        std::ranges::fill(legal, false);
        for (const Action& action : table.legal[seat].all()) legal[index_of(action)] = true;
        if (!sights.hidden.empty()) {
            write_hidden(table.session.game, seat,
                         sights.hidden.subspan(row * kHiddenCells).first<kHiddenCells>());
        }
        sights.game[row] = static_cast<std::int64_t>(table.task);
        sights.seat[row] = waiting.seat;
        const std::uint32_t seed = plan_.tasks[table.task].seeds[seat];
        sights.lot[row] = lot_of(state, seed) * kOfLots;
        if (sights.teacher == nullptr) return;
        auto& teacher = worker.teachers[sights.teacher->name];
        if (!teacher) teacher = sights.teacher->make();
        teacher->begin(seed);
        sights.taught[row] =
            index_of(answer_of(table.session.game, seat, table.legal[seat], *teacher));
    });
}

void OpenGames::for_each(std::size_t count, int threads,
                         const std::function<void(std::size_t, Worker&)>& work) {
    while (workers_.size() < static_cast<std::size_t>(threads)) {
        workers_.push_back({.bench = Bench(plan_.players), .writers = {}, .teachers = {}});
        workers_.back().writers.resize(features_.size());
    }
    std::atomic<std::size_t> sitting{0};
    share_work((count + kSlice - 1) / kSlice, threads, [&]() -> Work {
        Worker& worker = workers_[sitting++];
        return [&, count](std::size_t slice) {
            const std::size_t end = std::min(count, (slice + 1) * kSlice);
            for (std::size_t place = slice * kSlice; place < end; ++place) work(place, worker);
        };
    });
}

// Begins the next game of the plan; false if there is none.
bool OpenGames::begin(Table& table) {
    table.task = next_++;
    table.closed = table.task >= plan_.tasks.size();
    if (table.closed) return false;
    const Task& task = plan_.tasks[table.task];
    table.session.game = new_game(plan_.walls[task.wall], task.prevalent_wind, task.common_wall);
    table.record = {};
    table.history.fill(PlaneHistory());
    for (int seat = 0; seat < kSeats; ++seat) {
        if (!plan_.players[task.players[seat]].remembers) continue;
        table.bench.sit(task.players[seat], seat).begin(task.seeds[seat]);
    }
    table.session.advance(plan_.records ? &table.record : nullptr);
    return true;
}

// Plays the answers given, then on to the next decisions of the caller or to the end of the plan.
void OpenGames::go_on(Table& table, Worker& worker) {
    for (int seat = 0; seat < kSeats; ++seat) {
        if (has_seat(table.waiting, seat)) play(table, seat, table.given[seat]);
    }
    table.waiting = 0;
    while (table.waiting == 0) {
        if (!table.closed && !table.session.game.over()) {
            ask(table, worker);
            continue;
        }
        if (!table.closed) {
            outcomes[table.task] = outcome_of(plan_, table.task, table.session.game, table.record);
        }
        if (!begin(table)) return;
    }
}

// Asks every seat that has to decide; the caller's wait. The last answer ends the turn.
void OpenGames::ask(Table& table, Worker& worker) {
    const std::uint8_t open = table.session.open;
    const Game& game = table.session.game;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (!has_seat(open, seat)) continue;
        ActionList& legal = table.legal[seat];
        list_legal(game, seat, legal);
        if (plan_.players[plan_.tasks[table.task].players[seat]].make) {
            play(table, seat, answer_of(game, seat, legal, tactic_at(table, seat, worker)));
            continue;
        }
        table.history[seat].see(state_of(game, seat));
        if (legal.size > 1) {
            table.waiting |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(seat));
        } else {
            play(table, seat, legal.of[0]);
        }
    }
}

// A player that remembers is the table's own, the others are the thread's.
Tactic& OpenGames::tactic_at(Table& table, int seat, Worker& worker) {
    const Task& task = plan_.tasks[table.task];
    const std::size_t player = task.players[seat];
    if (plan_.players[player].remembers) return table.bench.sit(player, seat);
    Tactic& tactic = worker.bench.sit(player, seat);
    tactic.begin(task.seeds[seat]);
    return tactic;
}

void OpenGames::play(Table& table, int seat, const Action& action) {
    table.session.play(seat, action, plan_.records ? &table.record : nullptr);
}

}  // namespace mj

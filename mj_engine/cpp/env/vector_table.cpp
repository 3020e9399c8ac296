#include "env/vector_table.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>

#include "core/rng.hpp"
#include "core/sealed.hpp"

namespace mj {

namespace {

constexpr std::uint8_t kEverySeat = 15;
// How many arrays are written again: those of this step, of the one before, and of one in between.
constexpr std::size_t kMostKept = 3;
// A call is shared if it takes this long on one thread: to wake the others takes some 50 us.
constexpr std::chrono::microseconds kWorthSharing{100};

// The most tables of a slice: some 30 us of work.
constexpr std::size_t kMostOfSlice = 16;

constexpr std::uint8_t bit_of_seat(std::uint64_t seat) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(seat));
}

template <typename Bits>
bool has_bit(const Bits& bits, std::int64_t place) {
    return ((bits[place / 64] >> (place % 64)) & 1U) != 0;
}

}  // namespace

StepArrays::StepArrays(const VectorOptions& options)
    : cells(std::make_unique_for_overwrite<std::uint8_t[]>(
          options.tables * VectorTable::planes_of(options) * kRowCells)),
      masks(std::make_unique_for_overwrite<std::uint8_t[]>(options.tables * kActions)),
      scalars(std::make_unique_for_overwrite<std::uint8_t[]>(options.tables * kScalarNames.size())),
      hidden(std::make_unique_for_overwrite<std::uint8_t[]>(
          options.hidden ? options.tables * kHiddenCells : 0)),
      rewards(options.tables * kSeats),
      dones(options.tables),
      seats(options.tables),
      games(options.tables) {}

VectorTable::VectorTable(VectorOptions options)
    : options_(std::move(options)),
      tables_(options_.tables),
      legal_(options_.tables),
      histories_(options_.history > 0 ? options_.tables : 0),
      opponents_{.specs = options_.opponents, .benches = {}} {
    leave_arrays();
}

void VectorTable::reset(int threads, bool onward) {
    std::ranges::fill(arrays_->rewards, 0.0F);
    std::ranges::fill(arrays_->dones, 1);  // drop games that end before the first decision
    for (Table& table : tables_) table.games = onward ? table.games + 1 : 0;
    for_each_table(opponents_, threads, [this](std::size_t place, Bench& bench) {
        begin(place);
        run(place, bench);
        observe(place);
    });
    std::ranges::fill(arrays_->dones, 0);
}

void VectorTable::step(std::span<const std::int64_t> actions, int threads) {
    for (std::size_t place = 0; place < size(); ++place) {
        const std::int64_t index = actions[place];
        if (index >= 0 && index < kActions && has_bit(legal_[place], index)) continue;
        throw std::invalid_argument("table " + std::to_string(place) + ": action " +
                                    std::to_string(index) + " is not legal");
    }
    std::ranges::fill(arrays_->rewards, 0.0F);
    std::ranges::fill(arrays_->dones, 0);
    for_each_table(opponents_, threads, [&](std::size_t place, Bench& bench) {
        Table& table = tables_[place];
        table.session.play(table.seat, action_at(static_cast<int>(actions[place])));
        run(place, bench);
        observe(place);
    });
}

void VectorTable::choices(const TacticSpec& player, std::span<std::int64_t> chosen, int threads) {
    if (teacher_.specs.empty() || teacher_.specs[0].name != player.name) {
        teacher_ = {.specs = {player}, .benches = {}};
    }
    for_each_table(teacher_, threads, [&](std::size_t place, Bench& bench) {
        const Table& table = tables_[place];
        Tactic& tactic = bench.sit(0, table.seat);
        tactic.begin(table.seeds[table.seat]);
        chosen[place] = index_of(ask(table.session.game, table.seat, tactic));
    });
}

void VectorTable::leave_arrays() {
    const auto is_free = [](const auto& arrays) { return arrays.use_count() == 1; };
    const auto found = std::ranges::find_if(kept_, is_free);
    if (found != kept_.end()) {
        arrays_ = *found;
        return;
    }
    arrays_ = std::make_shared<StepArrays>(options_);
    if (kept_.size() < kMostKept) kept_.push_back(arrays_);
}

std::size_t VectorTable::state_size() const {
    return kSealSize + sizeof(Table) + (histories_.empty() ? 0 : sizeof(Histories));
}

void VectorTable::save(std::size_t place, std::span<std::uint8_t> state) const {
    std::uint8_t* next = state.data() + kSealSize;
    std::memcpy(next, &tables_[place], sizeof(Table));
    next += sizeof(Table);
    if (!histories_.empty()) std::memcpy(next, &histories_[place], sizeof(Histories));
    seal(state, sizeof(Session));
}

void VectorTable::restore(std::span<const std::int64_t> places,
                          std::span<const std::uint8_t> states) {
    for (std::size_t number = 0; number < places.size(); ++number) {
        if (is_state(states.subspan(number * state_size(), state_size()))) continue;
        throw std::invalid_argument("state " + std::to_string(number) +
                                    " is damaged, or of other options or another mj_engine");
    }
    std::ranges::fill(arrays_->rewards, 0.0F);
    std::ranges::fill(arrays_->dones, 0);
    for (std::size_t number = 0; number < places.size(); ++number) {
        const auto place = static_cast<std::size_t>(places[number]);
        const std::uint8_t* next = &states[number * state_size() + kSealSize];
        std::memcpy(&tables_[place], next, sizeof(Table));
        next += sizeof(Table);
        if (!histories_.empty()) std::memcpy(&histories_[place], next, sizeof(Histories));
    }
    for (std::size_t place = 0; place < size(); ++place) observe(place);
}

bool VectorTable::is_state(std::span<const std::uint8_t> state) const {
    if (!is_sealed(state, sizeof(Session))) return false;
    Table table;
    std::memcpy(&table, &state[kSealSize], sizeof(Table));
    return std::ranges::all_of(table.players,
                               [&](auto player) { return player < opponents_.specs.size(); });
}

void VectorTable::for_each_table(Players& players, int threads,
                                 const std::function<void(std::size_t, Bench&)>& work) {
    using Clock = std::chrono::steady_clock;
    const bool is_short = players.spent < kWorthSharing;
    const auto wanted = static_cast<std::size_t>(is_short ? 1 : threads);
    auto& benches = players.benches;
    while (benches.size() < wanted) benches.push_back(std::make_unique<Bench>(players.specs));
    // Threads take several tables at a time: one is too little work. At the end a thread waits for
    // the other's last slice, so a slice is a small share of the call.
    const std::size_t slice = std::clamp<std::size_t>(size() / (16 * wanted), 1, kMostOfSlice);
    std::atomic<std::int64_t> spent{0};
    const auto work_on = [&](std::size_t thread, std::size_t number) {
        const auto start = Clock::now();
        const std::size_t last = std::min(size(), (number + 1) * slice);
        for (std::size_t place = number * slice; place < last; ++place) {
            work(place, *benches[thread]);
        }
        spent += std::chrono::nanoseconds(Clock::now() - start).count();
    };
    if (!pool_ || pool_threads_ != threads) {
        pool_ = std::make_unique<ThreadPool>(threads);
        pool_threads_ = threads;
    }
    const std::size_t slices = (size() + slice - 1) / slice;
    if (wanted == 1) {
        for (std::size_t number = 0; number < slices; ++number) work_on(0, number);
    } else {
        pool_->run(slices, work_on);
    }
    players.spent = std::chrono::nanoseconds(spent);
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
    table.number = table.games * size() + place;
    const auto& learners = options_.learners;
    seat_players(table, learners[learners.size() == 1 ? 0 : place], table.number);
    table.session.game = dealt(options_.duplicate ? table.number / kSeats : table.number);
    table.session.advance();
    if (!histories_.empty()) histories_[place].fill(PlaneHistory(options_.history));
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
            table.seat = static_cast<std::uint8_t>(seat);
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
    if (arrays_->dones[place] != 0) return;  // that game had no decision of the learner
    arrays_->dones[place] = 1;
    std::ranges::copy(table.session.game.scores,
                      arrays_->rewards.begin() + static_cast<long>(place * kSeats));
}

void VectorTable::observe(std::size_t place) {
    const Table& table = tables_[place];
    const int seat = table.seat;
    arrays_->seats[place] = table.seat;
    arrays_->games[place] = table.number;
    show_legal(place);
    const GameState state = state_of(table.session.game, seat);
    const Scalars numbers = scalars_of(state);
    std::ranges::copy(numbers, &arrays_->scalars[place * numbers.size()]);

    static const PlaneHistory kNone(0);
    if (!histories_.empty()) histories_[place][seat].see(state);
    const std::size_t size = planes() * kRowCells;
    write_planes(state, histories_.empty() ? kNone : histories_[place][seat],
                 {&arrays_->cells[place * size], size});
    if (!options_.hidden) return;
    write_hidden(table.session.game, seat,
                 std::span<std::uint8_t, kHiddenCells>(&arrays_->hidden[place * kHiddenCells],
                                                       kHiddenCells));
}

// For the learner, and to check its next action by: the arrays are the caller's.
void VectorTable::show_legal(std::size_t place) {
    const Table& table = tables_[place];
    ActionList legal;
    list_legal(table.session.game, table.seat, legal);
    const std::span mask(&arrays_->masks[place * kActions], kActions);
    std::ranges::fill(mask, 0);
    legal_[place].fill(0);
    for (const Action& action : legal.all()) {
        const int index = index_of(action);
        mask[index] = 1;
        legal_[place][index / kBits] |= std::uint64_t{1} << (index % kBits);
    }
}

}  // namespace mj

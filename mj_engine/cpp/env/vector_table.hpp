// The vector table: many games side by side, each stopped at a learner's decision.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "env/hidden.hpp"
#include "env/scalars.hpp"
#include "features/planes.hpp"
#include "play/many.hpp"
#include "play/session.hpp"
#include "play/thread_pool.hpp"

namespace mj {

// Which seats the learner plays.
enum class Learner : std::uint8_t { Seat0, Seat1, Seat2, Seat3, Rotating, Everywhere };

struct VectorOptions {
    std::size_t tables = 1;
    std::vector<Learner> learners;         // one for all, or one per table
    std::vector<TacticSpec> opponents;     // one, or three: the seats after the learner's
    std::vector<std::vector<Tile>> walls;  // used in turn; if empty, made from the seed
    std::vector<std::uint8_t> winds;       // of each wall; if empty, they rotate
    std::uint64_t seed = 0;
    bool duplicate = false;  // each wall is played four times, so a rotating learner has every seat
    int history = 0;         // the number of last own discards with planes, 0-6
    bool hidden = false;     // whether to show hidden tiles too
};

// What a step returns, by table; the values of one step.
struct StepArrays {
    explicit StepArrays(const VectorOptions& options);

    std::unique_ptr<std::uint8_t[]> cells;    // [tables, planes, 34, 4]
    std::unique_ptr<std::uint8_t[]> masks;    // [tables, kActions]
    std::unique_ptr<std::uint8_t[]> scalars;  // [tables, kScalarNames.size()]
    std::unique_ptr<std::uint8_t[]> hidden;   // [tables, kHiddenChannels, 34]; none if not asked
    std::vector<float> rewards;        // [tables, 4]: the scores by seat of the game that ended
    std::vector<std::uint8_t> dones;   // [tables]: whether a game ended
    std::vector<std::uint8_t> seats;   // [tables]: whose decision it is
    std::vector<std::uint64_t> games;  // [tables]: the number of the observed game
};

// When a game ends, the next begins at once.
class VectorTable {
  public:
    explicit VectorTable(VectorOptions options);
    VectorTable(const VectorTable&) = delete;
    VectorTable& operator=(const VectorTable&) = delete;
    VectorTable(VectorTable&&) = delete;
    VectorTable& operator=(VectorTable&&) = delete;
    ~VectorTable() = default;

    // Puts all tables at the first decision of a game: the first again, or with `onward` the next.
    void reset(int threads, bool onward = false);

    // Takes the learner's action at each table, by index. If one is not legal, throws
    // std::invalid_argument and does nothing.
    void step(std::span<const std::int64_t> actions, int threads);

    // What a tactic would answer at each table, by index: for a teacher's choices, [tables].
    void choices(const TacticSpec& player, std::span<std::int64_t> chosen, int threads);

    // The next step leaves the present arrays to whoever holds them, and writes others.
    void leave_arrays();

    // The state of a table as sealed bytes, [state_size()]: all that its game and the games after
    // it depend on besides the options.
    [[nodiscard]] std::size_t state_size() const;
    void save(std::size_t place, std::span<std::uint8_t> state) const;

    // Puts tables into saved states, their own or another's, [places, state_size()]; no game has
    // ended there. If one is none of these options, throws std::invalid_argument and does nothing.
    void restore(std::span<const std::int64_t> places, std::span<const std::uint8_t> states);

    [[nodiscard]] std::size_t size() const { return options_.tables; }
    [[nodiscard]] std::size_t planes() const { return planes_of(options_); }
    [[nodiscard]] static std::size_t planes_of(const VectorOptions& options) {
        return std::size_t{kRows} * static_cast<std::size_t>(1 + options.history);
    }
    [[nodiscard]] bool shows_hidden() const { return options_.hidden; }
    [[nodiscard]] const std::shared_ptr<StepArrays>& arrays() const { return arrays_; }

  private:
    struct Table {
        Session session;
        std::uint64_t number = 0;   // of the game
        std::uint64_t games = 0;    // how many it has ended or left
        std::uint8_t learners = 0;  // one bit per seat
        std::uint8_t seat = 0;      // whose decision it is
        std::array<std::uint8_t, kSeats> players{};
        std::array<std::uint32_t, kSeats> seeds{};
    };
    static_assert(std::is_trivially_copyable_v<Table>);
    using Histories = std::array<PlaneHistory, kSeats>;
    static_assert(std::is_trivially_copyable_v<Histories>);
    // One bit per action.
    static constexpr std::size_t kBits = 64;
    using Legal = std::array<std::uint64_t, (kActions + kBits - 1) / kBits>;

    // Native players, with a bench of them per thread; benches refer to specs by address.
    struct Players {
        std::vector<TacticSpec> specs;
        std::vector<std::unique_ptr<Bench>> benches;
        std::chrono::nanoseconds spent = std::chrono::nanoseconds::max();  // by the last call
    };

    void for_each_table(Players& players, int threads,
                        const std::function<void(std::size_t, Bench&)>& work);
    void begin(std::size_t place);
    void run(std::size_t place, Bench& bench);
    void end(std::size_t place);
    void observe(std::size_t place);
    void show_legal(std::size_t place);
    [[nodiscard]] bool is_state(std::span<const std::uint8_t> state) const;
    void seat_players(Table& table, Learner learner, std::uint64_t number) const;
    [[nodiscard]] Game dealt(std::uint64_t wall) const;

    VectorOptions options_;
    std::vector<Table> tables_;
    std::vector<Legal> legal_;          // [tables]
    std::vector<Histories> histories_;  // [tables]; none without a history
    std::shared_ptr<StepArrays> arrays_;
    std::vector<std::shared_ptr<StepArrays>> kept_;  // to be written again when nobody holds them
    Players opponents_;
    Players teacher_;  // the last one used
    std::unique_ptr<ThreadPool> pool_;
    int pool_threads_ = 1;
};

}  // namespace mj

// Many games with native tactics on several threads; the result does not depend on their number.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "play/player.hpp"

namespace mj {

// One game: the wall, the prevalent wind, and for each seat its player and random seed.
struct Task {
    std::uint32_t wall;
    std::uint8_t prevalent_wind;
    std::array<std::uint8_t, kSeats> players;
    std::array<std::uint32_t, kSeats> seeds;
    bool common_wall = false;
};

// The outcome of a game.
struct Outcome {
    Scores scores{};
    Result result;
    std::array<std::uint8_t, kSeats> calls{};  // by seat: melds without concealed kongs
    std::uint8_t turn = 0;                     // how many tiles the winner had discarded
    std::string record;                        // as a line of JSON, if asked for
};

struct Plan {
    std::vector<std::vector<Tile>> walls;  // all valid
    std::vector<TacticSpec> players;
    std::vector<Task> tasks;
    bool records = false;
};

// The outcome of a task's finished game. record: its turns, used if the plan asks for records.
Outcome outcome_of(const Plan& plan, std::size_t task, const Game& game, const Record& record);

// Plays all tasks. If a tactic throws, the work ends and the exception is rethrown here.
std::vector<Outcome> play_many(const Plan& plan, int threads);

// Thrown by work that `stop_work` ended.
class Stopped : public std::runtime_error {
  public:
    Stopped() : std::runtime_error("stopped") {}
};

// Calls `work(index)` for 0 to count - 1 on several threads; each thread with an index calls
// `make()` once for its worker. The first exception is rethrown here after all threads have
// stopped.
using Work = std::function<void(std::size_t)>;
void share_work(std::size_t count, int threads, const std::function<Work()>& make);

// Ends every running `share_work` in this process with Stopped, before its next index. Later calls
// are not affected. May be called from any thread.
void stop_work() noexcept;

// The players of one thread: one per spec and seat, made on first use.
class Bench {
  public:
    explicit Bench(const std::vector<TacticSpec>& specs) : specs_(&specs), seated_(specs.size()) {}
    Tactic& sit(std::size_t player, int seat);

  private:
    const std::vector<TacticSpec>* specs_;
    std::vector<std::array<std::unique_ptr<Tactic>, kSeats>> seated_;
};

// The players of a task at their seats, each begun with its seed.
Seats seats_of(const Task& task, Bench& bench);

}  // namespace mj

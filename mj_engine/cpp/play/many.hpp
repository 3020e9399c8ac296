// Many games with native tactics, on several threads, the same whatever their number.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "play/player.hpp"

namespace mj {

// One game to play: the wall, the prevalent wind, the player at each seat, and the seed of each
// seat's random choices.
struct Task {
    std::uint32_t wall;
    std::uint8_t prevalent_wind;
    std::array<std::uint8_t, kSeats> players;
    std::array<std::uint32_t, kSeats> seeds;
    bool common_wall = false;
};

// What is kept of a game.
struct Outcome {
    Scores scores{};
    Result result;
    std::array<std::uint8_t, kSeats> calls{};  // by seat: melds, concealed kongs apart
    std::uint8_t turn = 0;                     // how many tiles the winner discarded
    std::string record;                        // as a line of JSON, if asked for
};

struct Plan {
    std::vector<std::vector<Tile>> walls;  // without fault
    std::vector<TacticSpec> players;
    std::vector<Task> tasks;
    bool records = false;
};

// Plays all tasks. An exception of a tactic ends the work and is thrown here.
std::vector<Outcome> play_many(const Plan& plan, int threads);

// Thrown by work that was stopped.
class Stopped : public std::runtime_error {
  public:
    Stopped() : std::runtime_error("stopped") {}
};

// Calls `work(place)` for 0 to count - 1 from several threads; `make()` is called once a thread and
// returns the worker. The first exception is thrown here when all have stopped.
using Work = std::function<void(std::size_t)>;
void share_work(std::size_t count, int threads, const std::function<Work()>& make);

// Ends every running `share_work` of this process, before its next place, with Stopped. Later calls
// are not affected. Any thread may call it.
void stop_work() noexcept;

// The players of one thread: one of each spec and seat, made when first asked for.
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

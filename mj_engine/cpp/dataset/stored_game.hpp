// Stored games: whole games as a data set keeps them, wall and answers in flat arrays.
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include "nets/moves.hpp"
#include "table/game.hpp"

namespace mj {

// One stored answer. A seat that could choose and has no stored answer passed.
struct StoredAnswer {
    std::uint16_t turn;  // the number of requests before the one it answers
    std::uint8_t seat;
    std::uint8_t move;  // kNoMove where it is not known
    Tile discard;       // after a chow or pung that came through; else kNoTile
    bool preempted;     // another seat came first
    bool unknown;       // the answer is not recorded or not valid: no example
    bool valued;        // the teacher's values of all legal actions are kept, in their order
};

// The bits of an answer's flags, in one byte with its seat.
inline constexpr unsigned kSeatBits = 3;
inline constexpr unsigned kPreemptedBit = 4;
inline constexpr unsigned kUnknownBit = 8;
inline constexpr unsigned kValuedBit = 16;

std::uint8_t flags_of(const StoredAnswer& answer);

// What is kept of one game.
struct StoredGame {
    std::vector<Tile> wall;
    std::uint8_t prevalent_wind = 0;
    std::uint16_t turns = 0;  // requests of the game; the answer to the last ends it
    Scores scores{};
    Result result;
    std::vector<StoredAnswer> answers;  // by turn and seat
    std::vector<float> values;          // of the answers that are valued, one after the other
};

// Data that does not fit together: no game can be played again from it.
class StoredGameError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Many games in the arrays of a data set; `*_at` are the games' first places, and the end.
struct StoredGames {
    std::span<const std::int64_t> wall_at;
    std::span<const Tile> walls;
    std::span<const std::uint8_t> winds;
    std::span<const std::uint16_t> turns;
    std::span<const std::int16_t> scores;  // four a game
    std::span<const std::int64_t> answer_at;
    std::span<const std::uint16_t> answer_turns;
    std::span<const std::uint8_t> answers;  // three an answer: flags and seat, move, discard
    std::span<const std::int64_t> value_at;
    std::span<const float> values;

    [[nodiscard]] std::size_t size() const { return winds.size(); }

    // Throws StoredGameError unless the arrays belong together.
    void check() const;

    // The answer at this place of all answers. Throws StoredGameError if it is not valid.
    [[nodiscard]] StoredAnswer answer(std::size_t place) const;

    // The game at its first request. Throws StoredGameError for a wall that cannot be dealt from.
    [[nodiscard]] Game opened(std::size_t game) const;
};

}  // namespace mj

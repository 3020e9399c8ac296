// Stored games: whole games in flat arrays, as a data set keeps them.
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include "nets/moves.hpp"
#include "table/game.hpp"

namespace mj {

// One stored answer. A seat that had a choice and has no stored answer passed.
struct StoredAnswer {
    std::uint16_t turn;  // the number of requests before the one it answers
    std::uint8_t seat;
    std::uint8_t move;  // kNoMove if not known
    Tile discard;       // after a chow or pung that went through; else kNoTile
    bool preempted;     // another seat came first
    bool unknown;       // not recorded or not valid: no example
    bool valued;        // the teacher's values of all legal actions are stored, in order
};

// An answer's flags share a byte with its seat.
inline constexpr unsigned kSeatBits = 3;
inline constexpr unsigned kPreemptedBit = 4;
inline constexpr unsigned kUnknownBit = 8;
inline constexpr unsigned kValuedBit = 16;

std::uint8_t flags_of(const StoredAnswer& answer);

// One stored game.
struct StoredGame {
    std::vector<Tile> wall;
    std::uint8_t prevalent_wind = 0;
    std::uint16_t turns = 0;  // requests in the game; the answer to the last one ends it
    Scores scores{};
    Result result;
    std::vector<StoredAnswer> answers;  // by turn and seat
    std::vector<float> values;          // of the valued answers, one after another
};

// Inconsistent data: the game cannot be replayed.
class StoredGameError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Many games in the arrays of a data set. `*_at`: where each game begins, and the end.
struct StoredGames {
    std::span<const std::int64_t> wall_at;
    std::span<const Tile> walls;
    std::span<const std::uint8_t> winds;
    std::span<const std::uint16_t> turns;
    std::span<const std::int16_t> scores;  // four per game
    std::span<const std::int64_t> answer_at;
    std::span<const std::uint16_t> answer_turns;
    std::span<const std::uint8_t> answers;  // three bytes each: flags and seat, move, discard
    std::span<const std::int64_t> value_at;
    std::span<const float> values;

    [[nodiscard]] std::size_t size() const { return winds.size(); }

    // Throws StoredGameError if the arrays do not fit together.
    void check() const;

    // The answer at this index. Throws StoredGameError if it is not valid.
    [[nodiscard]] StoredAnswer answer(std::size_t place) const;

    // The game at its first request. Throws StoredGameError for a bad wall.
    [[nodiscard]] Game opened(std::size_t game) const;
};

}  // namespace mj

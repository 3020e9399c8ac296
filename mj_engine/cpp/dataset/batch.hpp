// Batches: arrays of many examples, filled by several threads.
#pragma once

#include "dataset/examples.hpp"
#include "features/writers.hpp"

namespace mj {

// Which games to read, and which row each example goes to.
struct BatchPlan {
    std::span<const std::int64_t> games;
    std::span<const std::uint8_t> seats;   // per game: the seats wanted, one bit each
    unsigned kinds = 7;                    // the kinds of examples wanted, one bit each
    std::span<const std::int64_t> first;   // per game: its first example; then the end
    std::span<const std::int64_t> row_of;  // the row of each example
};

// One entry per example; empty arrays are not filled.
struct BatchArrays {
    std::vector<std::pair<FeatureSpec, std::span<std::uint8_t>>> features;
    std::span<bool> mask;
    std::span<std::int64_t> move;
    std::span<std::uint8_t> kind;
    std::span<float> score;
    std::span<std::int64_t> game;
    std::span<std::uint8_t> seat;
    std::span<std::int16_t> turn;
    std::span<std::int8_t> shanten;
    std::span<float> values;
};

// Fills the arrays. Throws StoredGameError, naming the game, if a game cannot be replayed or has
// another number of examples.
void fill(const StoredGames& games, const BatchPlan& plan, const BatchArrays& arrays, int threads);

// The number of examples by game, seat and kind: [games, 4, 3].
std::vector<std::uint8_t> count_examples(const StoredGames& games, int threads);

}  // namespace mj

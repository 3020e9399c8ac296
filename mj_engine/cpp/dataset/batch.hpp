// Batches: arrays of many examples, filled by several threads.
#pragma once

#include <memory>
#include <string>

#include "dataset/examples.hpp"
#include "odds/targets/target_table.hpp"

namespace mj {

// Writes one feature of a decision as a fixed number of bytes. Each thread needs its own.
class FeatureWriter {
  public:
    FeatureWriter() = default;
    FeatureWriter(const FeatureWriter&) = delete;
    FeatureWriter& operator=(const FeatureWriter&) = delete;
    FeatureWriter(FeatureWriter&&) = delete;
    FeatureWriter& operator=(FeatureWriter&&) = delete;
    virtual ~FeatureWriter() = default;
    virtual void write(const Example& example, std::span<std::uint8_t> cells) = 0;
};

// A feature: its name, its shape, and a factory for writers.
struct FeatureSpec {
    std::string name;
    std::vector<std::size_t> shape;
    std::function<std::unique_ptr<FeatureWriter>()> make;

    [[nodiscard]] std::size_t cells() const;
};

// All features; look_ahead needs the target table.
std::vector<FeatureSpec> known_features(std::shared_ptr<const OddsTables> tables = nullptr);

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

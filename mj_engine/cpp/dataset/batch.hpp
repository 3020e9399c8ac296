// Batches: the arrays of many examples, filled by several threads.
#pragma once

#include <memory>
#include <string>

#include "dataset/examples.hpp"
#include "odds/targets/target_table.hpp"

namespace mj {

// Writes a feature of a decision: a fixed number of bytes. One serves one thread.
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

// A feature by its name: its shape, and a function that makes a writer for a thread.
struct FeatureSpec {
    std::string name;
    std::vector<std::size_t> shape;
    std::function<std::unique_ptr<FeatureWriter>()> make;

    [[nodiscard]] std::size_t cells() const;
};

// All features; look_ahead needs the table of targets.
std::vector<FeatureSpec> known_features(std::shared_ptr<const OddsTables> tables = nullptr);

// Which games to read, and where each of their examples goes.
struct BatchPlan {
    std::span<const std::int64_t> games;
    std::span<const std::uint8_t> seats;   // of each of them the seats wanted, one bit each
    unsigned kinds = 7;                    // of examples, one bit each
    std::span<const std::int64_t> first;   // of each of them its first example, and the end
    std::span<const std::int64_t> row_of;  // of each example
};

// The arrays, by example; empty ones are not filled.
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

// Fills the arrays. Throws StoredGameError, with the game, if one cannot be played again or has
// another number of examples.
void fill(const StoredGames& games, const BatchPlan& plan, const BatchArrays& arrays, int threads);

// How many examples of each kind each seat of each game has: [games, 4, 3].
std::vector<std::uint8_t> count_examples(const StoredGames& games, int threads);

}  // namespace mj

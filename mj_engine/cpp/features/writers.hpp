// Feature writers: the features for networks by name, each a fixed number of bytes of a decision.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "features/planes.hpp"
#include "odds/targets/target_table.hpp"

namespace mj {

// Writes one feature of a decision. Each thread needs its own.
class FeatureWriter {
  public:
    FeatureWriter() = default;
    FeatureWriter(const FeatureWriter&) = delete;
    FeatureWriter& operator=(const FeatureWriter&) = delete;
    FeatureWriter(FeatureWriter&&) = delete;
    FeatureWriter& operator=(FeatureWriter&&) = delete;
    virtual ~FeatureWriter() = default;

    // history: what the seat saw before; see `write_planes`.
    virtual void write(const GameState& state, const PlaneHistory& history,
                       std::span<std::uint8_t> cells) = 0;
};

// A feature: its name, its shape, and a factory for writers.
struct FeatureSpec {
    std::string name;
    std::vector<std::size_t> shape;
    std::function<std::unique_ptr<FeatureWriter>()> make;

    [[nodiscard]] std::size_t cells() const;
};

// All features but the scalars; look_ahead needs the target table.
std::vector<FeatureSpec> known_features(std::shared_ptr<const OddsTables> tables = nullptr);

}  // namespace mj

// NetworkInputs: computes the features that a network takes as input.
// Its twin: mj_bot/nets/network_inputs.py.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "features/look_ahead.hpp"
#include "features/planes.hpp"

namespace mj {

enum class SeenFeature : std::uint8_t { Columns, HandOnly, LookAhead, Planes };

// The feature of this name; nothing if there is none.
std::optional<SeenFeature> feature_named(std::string_view name);

// Channels, rows and columns of a feature's array; one column for features of 34 cells.
std::array<int, 3> shape_of(SeenFeature feature);

// One per seat. Not thread-safe.
class NetworkInputs {
  public:
    explicit NetworkInputs(std::shared_ptr<const OddsTables> tables) : tables_(std::move(tables)) {}

    // A game begins.
    void begin() { history_ = PlaneHistory(); }

    // Records a decision of the seat, before it answers.
    void see(const GameState& state) { history_.see(state); }

    // The feature's array, the last axis varies fastest; valid until the next call.
    std::span<const std::uint8_t> operator()(SeenFeature feature, const GameState& state);

  private:
    std::shared_ptr<const OddsTables> tables_;
    std::optional<LookAhead> look_ahead_;  // slow to build, so made on first use
    PlaneHistory history_;
    std::vector<std::uint8_t> cells_;
};

}  // namespace mj

// NetworkInputs: what a network sees of a state, the features that it asks for.
// Its twin: mj_bot/nets/network_inputs.py.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "features/look_ahead.hpp"
#include "features/planes.hpp"

namespace mj {

enum class SeenFeature : std::uint8_t { Columns, HandOnly, LookAhead, Planes };

// The feature of a name; nothing if there is none.
std::optional<SeenFeature> feature_named(std::string_view name);

// Channels, rows and columns of a feature's array; one column for 34 places.
std::array<int, 3> shape_of(SeenFeature feature);

// One serves a seat; no two threads share one.
class NetworkInputs {
  public:
    explicit NetworkInputs(std::shared_ptr<const OddsTables> tables) : tables_(std::move(tables)) {}

    // A game begins.
    void begin() { history_ = PlaneHistory(); }

    // Takes in a decision of the seat, before it is answered.
    void see(const GameState& state) { history_.see(state); }

    // The array, the last axis first, until the next call.
    std::span<const std::uint8_t> operator()(SeenFeature feature, const GameState& state);

  private:
    std::shared_ptr<const OddsTables> tables_;
    std::optional<LookAhead> look_ahead_;  // Slow to make, so only if needed.
    PlaneHistory history_;
    std::vector<std::uint8_t> cells_;
};

}  // namespace mj

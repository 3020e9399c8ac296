#include "features/writers.hpp"

#include "features/columns.hpp"
#include "features/hand_only.hpp"
#include "features/look_ahead.hpp"

namespace mj {

namespace {

class PlanesWriter final : public FeatureWriter {
  public:
    void write(const GameState& state, const PlaneHistory& history,
               std::span<std::uint8_t> cells) override {
        write_planes(state, history, cells);
    }
};

// A feature that needs only the state.
template <std::size_t Cells, void (*Write)(const GameState&, std::span<std::uint8_t, Cells>)>
class ViewWriter final : public FeatureWriter {
  public:
    void write(const GameState& state, const PlaneHistory& /*history*/,
               std::span<std::uint8_t> cells) override {
        Write(state, cells.first<Cells>());
    }
};

class LookAheadWriter final : public FeatureWriter {
  public:
    explicit LookAheadWriter(std::shared_ptr<const OddsTables> tables)
        : search_(std::move(tables)) {}
    void write(const GameState& state, const PlaneHistory& /*history*/,
               std::span<std::uint8_t> cells) override {
        search_.write(state, cells.first<kLookAheadCells>());
    }

  private:
    LookAhead search_;
};

template <typename Writer>
std::unique_ptr<FeatureWriter> made() {
    return std::make_unique<Writer>();
}

}  // namespace

std::size_t FeatureSpec::cells() const {
    std::size_t cells = 1;
    for (const std::size_t size : shape) cells *= size;
    return cells;
}

std::vector<FeatureSpec> known_features(std::shared_ptr<const OddsTables> tables) {
    const auto ahead = [tables = std::move(tables)]() -> std::unique_ptr<FeatureWriter> {
        return std::make_unique<LookAheadWriter>(tables);
    };
    return {
        {"planes", {kRows * (1 + kMostHistory), kTileKinds, kCopies}, made<PlanesWriter>},
        {"columns", {kColumnsChannels, kTileKinds}, made<ViewWriter<kColumnsCells, write_columns>>},
        {"hand_only",
         {kHandOnlyRows, kTileKinds},
         made<ViewWriter<kHandOnlyCells, write_hand_only>>},
        {"look_ahead", {kLookAheadChannels, kTileKinds}, ahead},
    };
}

}  // namespace mj

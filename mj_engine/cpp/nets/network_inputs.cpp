#include "nets/network_inputs.hpp"

#include <algorithm>

#include "features/columns.hpp"
#include "features/hand_only.hpp"

namespace mj {

namespace {

// The names and the order of mj_bot's features.
constexpr std::array<std::string_view, 4> kNames{"columns", "hand_only", "look_ahead", "planes"};

constexpr int kPlanes = kRows * (1 + kMostHistory);

template <std::size_t Size>
std::span<std::uint8_t, Size> first_of(std::vector<std::uint8_t>& cells) {
    return std::span<std::uint8_t, Size>(cells.data(), Size);
}

}  // namespace

std::optional<SeenFeature> feature_named(std::string_view name) {
    const auto* found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<SeenFeature>(found - kNames.begin());
}

std::array<int, 3> shape_of(SeenFeature feature) {
    switch (feature) {
        case SeenFeature::Columns: return {kColumnsChannels, kTileKinds, 1};
        case SeenFeature::HandOnly: return {kHandOnlyRows, kTileKinds, 1};
        case SeenFeature::LookAhead: return {kLookAheadChannels, kTileKinds, 1};
        case SeenFeature::Planes: break;
    }
    return {kPlanes, kTileKinds, kCopies};
}

std::span<const std::uint8_t> NetworkInputs::operator()(SeenFeature feature,
                                                        const GameState& state) {
    const auto [channels, rows, columns] = shape_of(feature);
    cells_.resize(static_cast<std::size_t>(channels) * rows * columns);
    switch (feature) {
        case SeenFeature::Columns: write_columns(state, first_of<kColumnsCells>(cells_)); break;
        case SeenFeature::HandOnly: write_hand_only(state, first_of<kHandOnlyCells>(cells_)); break;
        case SeenFeature::LookAhead:
            if (!look_ahead_) look_ahead_.emplace(tables_);
            look_ahead_->write(state, first_of<kLookAheadCells>(cells_));
            break;
        case SeenFeature::Planes: write_planes(state, history_, cells_); break;
    }
    return cells_;
}

}  // namespace mj

#include "nets/feature_convolution.hpp"

#include <algorithm>
#include <cstring>

namespace mj {

namespace {

// More than any map of features has: files may say anything.
constexpr std::size_t kMostChannels = 1 << 12;

std::optional<SeenMap> map_of_input(const LayerSpec& spec) {
    const auto feature = feature_named(spec.feature);
    if (!feature) return std::nullopt;
    const auto [channels, rows, columns] = shape_of(*feature);
    return SeenMap{.features = {*feature},
                   .channels = std::vector<SeenChannel>(channels, {.scale = spec.scale}),
                   .shape = {.rows = rows, .columns = columns, .channels = channels}};
}

std::optional<SeenMap> scaled(const LayerSpec& spec, SeenMap map) {
    const std::size_t channels = map.channels.size();
    if (spec.weight.size() != channels || spec.bias.size() != channels) return std::nullopt;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        SeenChannel& seen = map.channels[channel];
        if (seen.weight != 1 || seen.bias != 0) return std::nullopt;
        seen.weight = spec.weight[channel];
        seen.bias = spec.bias[channel];
    }
    return map;
}

// Whether they fit together.
bool append(const SeenMap& more, SeenMap& map) {
    if (more.channels.size() + map.channels.size() > kMostChannels) return false;
    if (more.shape.rows != map.shape.rows || more.shape.columns != map.shape.columns) return false;
    std::ranges::copy(more.features, std::back_inserter(map.features));
    std::ranges::copy(more.channels, std::back_inserter(map.channels));
    map.shape.channels += more.shape.channels;
    return true;
}

// The map of a state in which all features are 0.
Floats usual_map(const SeenMap& map) {
    Floats usual;
    for (int place = 0; place < map.shape.places(); ++place) {
        for (const SeenChannel& channel : map.channels) usual.push_back(channel.of(0));
    }
    return usual;
}

// Calls `visit(place, byte)` for the bytes that are not 0.
template <typename Visit>
void each_byte(std::span<const std::uint8_t> bytes, const Visit& visit) {
    constexpr std::size_t some = sizeof(std::uint64_t);
    for (std::size_t begin = 0; begin < bytes.size(); begin += some) {
        const std::size_t end = std::min(begin + some, bytes.size());
        std::uint64_t word = 1;
        if (end - begin == some) std::memcpy(&word, bytes.data() + begin, some);
        if (word == 0) continue;
        for (std::size_t place = begin; place < end; ++place) {
            if (bytes[place] != 0) visit(static_cast<int>(place), bytes[place]);
        }
    }
}

}  // namespace

std::optional<SeenMap> seen_map_of(const LayerSpec& spec,
                                   std::span<const std::optional<SeenMap>> known) {
    if (spec.op == "input") return map_of_input(spec);
    if ((spec.op != "scale" || spec.sources.size() != 1) && spec.op != "concat")
        return std::nullopt;
    std::optional<SeenMap> map;
    for (const int source : spec.sources) {
        if (!known[source] || (map && !append(*known[source], *map))) return std::nullopt;
        if (!map) map = known[source];
    }
    return spec.op == "scale" ? scaled(spec, std::move(*map)) : map;
}

FeatureConvolution::FeatureConvolution(const LayerSpec& spec, SeenMap map)
    : map_(std::move(map)), convolution_(spec, map_.shape, usual_map(map_)) {}

bool FeatureConvolution::sees(SeenFeature feature) const {
    return std::ranges::find(map_.features, feature) != map_.features.end();
}

void FeatureConvolution::operator()(NetworkInputs& inputs, const GameState& state, float* out,
                                    LayerRoom& room) const {
    const int places = map_.shape.places();
    Entries& entries = room.entries;
    entries.clear(places, map_.shape.channels);
    int channel = 0;
    for (const SeenFeature feature : map_.features) {
        const auto cells = inputs(feature, state);
        for (std::size_t begin = 0; begin < cells.size(); begin += places, ++channel) {
            const SeenChannel seen = map_.channels[channel];
            each_byte(cells.subspan(begin, places), [&](int place, std::uint8_t byte) {
                entries.add(place, channel, seen.of(byte) - seen.of(0));
            });
        }
    }
    convolution_(entries, out, room);
}

}  // namespace mj

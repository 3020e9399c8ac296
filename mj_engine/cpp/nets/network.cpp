#include "nets/network.hpp"

#include <algorithm>
#include <stdexcept>

namespace mj {

namespace {

// Bytes [channels, rows, columns] as a map.
void write_input(std::span<const std::uint8_t> cells, const Shape& shape, float scale, float* out) {
    const int places = shape.places();
    for (int place = 0; place < places; ++place) {
        const std::uint8_t* cell = cells.data() + place;
        float* to = out + static_cast<std::ptrdiff_t>(place) * shape.channels;
        for (int channel = 0; channel < shape.channels; ++channel) {
            to[channel] = static_cast<float>(cell[channel * places]) * scale;
        }
    }
}

Layer input_of(SeenFeature feature) {
    const auto [channels, rows, columns] = shape_of(feature);
    return {{.rows = rows, .columns = columns, .channels = channels}, {}};
}

}  // namespace

Network::Network(const std::vector<LayerSpec>& layers, int output) {
    fold_features(layers);
    place(layers, output);
    build(layers);
}

// Finds the convolutions that see nothing but features.
void Network::fold_features(const std::vector<LayerSpec>& layers) {
    folded_.resize(layers.size());
    std::vector<std::optional<SeenMap>> known(layers.size());
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const LayerSpec& spec = layers[layer];
        for (const int source : spec.sources) {
            need_layer(source >= 0 && source < static_cast<int>(layer));
        }
        if (spec.op == "conv" && spec.sources.size() == 1) {
            folded_[layer] = known[spec.sources.front()];
        } else {
            known[layer] = seen_map_of(spec, known);
        }
    }
}

std::span<const int> Network::sources_of(const std::vector<LayerSpec>& layers, int layer) const {
    if (folded_[layer]) return {};
    return layers[layer].sources;
}

// Lists the needed layers and assigns their output slots. A slot is reused once its layer is no
// longer needed, since less memory is faster.
void Network::place(const std::vector<LayerSpec>& layers, int output) {
    const auto count = static_cast<int>(layers.size());
    need_layer(output >= 0 && output < count);
    std::vector<int> needed_until(count, -1);
    needed_until[output] = count;
    for (int layer = output; layer >= 0; --layer) {
        if (needed_until[layer] < 0) continue;
        need_layer(layers[layer].sources.size() <= kMostSources);
        for (const int source : sources_of(layers, layer)) {
            needed_until[source] = std::max(needed_until[source], layer);
        }
    }
    std::vector<int> free;
    std::vector<int> slot_of(count, -1);
    for (int layer = 0; layer <= output; ++layer) {
        if (needed_until[layer] < 0) continue;
        if (free.empty()) free.push_back(slots_++);
        slot_of[layer] = free.back();
        free.pop_back();
        Placed placed{.layer = {},
                      .slot = slot_of[layer],
                      .sources = {},
                      .feature = {},
                      .scale = layers[layer].scale,
                      .of_features = {}};
        for (const int source : sources_of(layers, layer)) {
            placed.sources.push_back(slot_of[source]);
            if (needed_until[source] != layer) continue;
            free.push_back(slot_of[source]);
            needed_until[source] = -1;  // a layer may be used twice
        }
        kept_.push_back(layer);
        placed_.push_back(std::move(placed));
    }
}

void Network::build(const std::vector<LayerSpec>& layers) {
    std::vector<Shape> shapes(slots_);
    for (std::size_t number = 0; number < placed_.size(); ++number) {
        const LayerSpec& spec = layers[kept_[number]];
        std::optional<SeenMap>& map = folded_[kept_[number]];
        Placed& placed = placed_[number];
        std::vector<Shape> taken;
        for (const int source : placed.sources) taken.push_back(shapes[source]);
        if (spec.op == "input") {
            placed.feature = feature_named(spec.feature);
            if (!placed.feature) {
                throw std::invalid_argument("the fast table has no feature " + spec.feature);
            }
            placed.layer = input_of(*placed.feature);
        } else if (map) {
            placed.of_features.emplace(spec, std::move(*map));
            placed.layer.shape = placed.of_features->shape();
        } else {
            placed.layer = layer_of(spec, taken);
        }
        shapes[placed.slot] = placed.layer.shape;
    }
    outs_ = placed_.back().layer.shape.size();
}

bool Network::sees_planes() const {
    return std::ranges::any_of(placed_, [](const Placed& placed) {
        return placed.feature == SeenFeature::Planes ||
               (placed.of_features && placed.of_features->sees(SeenFeature::Planes));
    });
}

void Network::run(const Placed& placed, NetworkInputs& inputs, const GameState& state,
                  Room& room) const {
    room.slots.resize(slots_);
    Floats& out = room.slots[placed.slot];
    out.resize(placed.layer.shape.size());
    if (placed.feature) {
        write_input(inputs(*placed.feature, state), placed.layer.shape, placed.scale, out.data());
        return;
    }
    if (placed.of_features) {
        (*placed.of_features)(inputs, state, out.data(), room.layers);
        return;
    }
    std::array<const float*, kMostSources> taken;
    for (std::size_t place = 0; place < placed.sources.size(); ++place) {
        taken[place] = room.slots[placed.sources[place]].data();
    }
    placed.layer.step({taken.data(), placed.sources.size()}, out.data(), room.layers);
}

std::span<const float> Network::operator()(NetworkInputs& inputs, const GameState& state,
                                           Room& room) const {
    for (const Placed& placed : placed_) run(placed, inputs, state, room);
    return room.slots[placed_.back().slot];
}

}  // namespace mj

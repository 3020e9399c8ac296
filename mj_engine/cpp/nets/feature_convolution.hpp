// FeatureConvolution: a convolution of features, computed from their bytes, of which most are 0.
#pragma once

#include "nets/layers.hpp"
#include "nets/network_inputs.hpp"

namespace mj {

// A channel of a map of features: weight x (scale x byte) + bias.
struct SeenChannel {
    float scale = 1, weight = 1, bias = 0;

    [[nodiscard]] float of(std::uint8_t byte) const {
        return static_cast<float>(byte) * scale * weight + bias;
    }
};

// A map of whole features one after another, each scaled at most once.
struct SeenMap {
    std::vector<SeenFeature> features;
    std::vector<SeenChannel> channels;
    Shape shape;
};

// The layer's map, if it is one of features. known: those of the layers before it.
std::optional<SeenMap> seen_map_of(const LayerSpec& spec,
                                   std::span<const std::optional<SeenMap>> known);

class FeatureConvolution {
  public:
    FeatureConvolution(const LayerSpec& spec, SeenMap map);

    [[nodiscard]] const Shape& shape() const { return convolution_.shape(); }
    [[nodiscard]] bool sees(SeenFeature feature) const;

    void operator()(NetworkInputs& inputs, const GameState& state, float* out,
                    LayerRoom& room) const;

  private:
    SeenMap map_;
    SparseConvolution convolution_;
};

}  // namespace mj

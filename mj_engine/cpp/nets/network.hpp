// Network: a network from the weights file, reduced to what one output needs.
// Its twin: mj_bot/nets/network.py.
#pragma once

#include <string>

#include "nets/feature_convolution.hpp"

namespace mj {

// Throws std::invalid_argument if the layers do not fit together, or there are none.
class Network {
  public:
    // output: the index of the output layer.
    Network(const std::vector<LayerSpec>& layers, int output);

    // Scratch space; one per thread.
    struct Room {
        std::vector<Floats> slots;
        LayerRoom layers;
    };

    // The output's numbers; for a map by place and channel. Valid until the room is used again.
    std::span<const float> operator()(NetworkInputs& inputs, const GameState& state,
                                      Room& room) const;

    // Whether it takes `planes`, and so the seat's earlier observations.
    [[nodiscard]] bool sees_planes() const;

    // The number of outputs.
    [[nodiscard]] int outs() const { return outs_; }

  private:
    struct Placed {
        Layer layer;
        int slot;
        std::vector<int> sources;  // the slots of its inputs
        std::optional<SeenFeature> feature;
        float scale;
        std::optional<FeatureConvolution> of_features;
    };
    void fold_features(const std::vector<LayerSpec>& layers);
    [[nodiscard]] std::span<const int> sources_of(const std::vector<LayerSpec>& layers,
                                                  int layer) const;
    void place(const std::vector<LayerSpec>& layers, int output);
    void build(const std::vector<LayerSpec>& layers);
    void run(const Placed& placed, NetworkInputs& inputs, const GameState& state, Room& room) const;

    // By layer: what a convolution of features sees. So the layers before it are not needed.
    std::vector<std::optional<SeenMap>> folded_;
    std::vector<int> kept_;  // indexes of the layers that the output needs
    std::vector<Placed> placed_;
    int slots_ = 0;
    int outs_ = 0;
};

}  // namespace mj

// Network: a network from the weights file, reduced to what one output needs.
// Its twin: mj_bot/nets/network.py.
#pragma once

#include <string>

#include "nets/layers.hpp"
#include "nets/network_inputs.hpp"

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
    };
    void place(const std::vector<LayerSpec>& layers, int output);
    void build(const std::vector<LayerSpec>& layers);
    [[nodiscard]] Layer by_difference(std::size_t number, const LayerSpec& spec,
                                      const Shape& taken) const;
    // cells: an input's feature; empty if it is all 0.
    void run(const Placed& placed, std::span<const std::uint8_t> cells, Room& room) const;

    std::vector<int> kept_;  // indexes of the layers that the output needs
    std::vector<Placed> placed_;
    int slots_ = 0;
    int outs_ = 0;
};

}  // namespace mj

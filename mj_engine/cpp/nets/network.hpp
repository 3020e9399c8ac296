// Network: one of a weights file's networks, as far as one of its outputs needs it.
// Its twin: mj_bot/nets/network.py.
#pragma once

#include <string>

#include "nets/layers.hpp"
#include "nets/network_inputs.hpp"

namespace mj {

// Throws std::invalid_argument if the layers do not fit one another, or there are none.
class Network {
  public:
    // output: the place of the output layer.
    Network(const std::vector<LayerSpec>& layers, int output);

    // Where it computes; no two threads share one.
    struct Room {
        std::vector<Floats> slots;
        LayerRoom layers;
    };

    // The output's numbers, a map's by place and channel. They are valid until the room is used
    // again.
    std::span<const float> operator()(NetworkInputs& inputs, const GameState& state,
                                      Room& room) const;

    // Whether it sees `planes`, and with them what its seat saw before.
    [[nodiscard]] bool sees_planes() const;

    // How many these are.
    [[nodiscard]] int outs() const { return outs_; }

  private:
    struct Placed {
        Layer layer;
        int slot;
        std::vector<int> sources;  // their slots
        std::optional<SeenFeature> feature;
        float scale;
    };
    void place(const std::vector<LayerSpec>& layers, int output);
    void build(const std::vector<LayerSpec>& layers);
    [[nodiscard]] Layer by_difference(std::size_t number, const LayerSpec& spec,
                                      const Shape& taken) const;
    // cells: of an input's feature; none for features that are all 0.
    void run(const Placed& placed, std::span<const std::uint8_t> cells, Room& room) const;

    std::vector<int> kept_;  // the layers that the output needs, by their places in the file
    std::vector<Placed> placed_;
    int slots_ = 0;
    int outs_ = 0;
};

}  // namespace mj

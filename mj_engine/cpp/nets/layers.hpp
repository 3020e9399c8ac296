// Layers: the function of each kind of a network's layers.
// Its twin: mj_bot/nets/network.py.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>

#include "nets/sums.hpp"

namespace mj {

// How many layers one may take.
inline constexpr std::size_t kMostSources = 16;

// Rows and columns.
using Pair = std::array<int, 2>;

// A layer of the weights file, its names resolved. sources: places of layers before it; empty for
// an input, which has a feature. The weight of a convolution is [out, in, rows, columns].
struct LayerSpec {
    std::string op;
    std::vector<int> sources;
    std::string feature;
    float scale = 1;
    std::vector<int> shape;  // of the weight
    Floats weight, bias;
    std::vector<int> bias_shape;
    Pair size{}, padding{}, stride{1, 1};
};

// The shape of a layer's output: a map, [rows][columns][channels], with one column for 34 places;
// or a plain row of channels.
struct Shape {
    int rows = 1, columns = 1, channels = 0;
    bool is_map = true;

    [[nodiscard]] int places() const { return rows * columns; }
    [[nodiscard]] int size() const { return places() * channels; }
    bool operator==(const Shape&) const = default;
};

// Work space of layers; not for two threads.
struct LayerRoom {
    Floats padded, sum, numbers, differing;
    std::vector<int> channels, ends;
    std::vector<const float*> rows;
};

using Step = std::function<void(std::span<const float* const> taken, float* out, LayerRoom&)>;

struct Layer {
    Shape shape;
    Step step;
};

// Any layer except an input. Throws std::invalid_argument for an unknown op, and for shapes that do
// not fit.
Layer layer_of(const LayerSpec& spec, std::span<const Shape> taken);

// A convolution that is quick if its map differs little from a usual one: only the difference is
// added to the usual output. usual_out: the output of `layer_of` for the usual map.
Layer convolution_by_difference(const LayerSpec& spec, const Shape& taken, const Floats& usual,
                                const Floats& usual_out);

// Throws std::invalid_argument if not.
void need_layer(bool fits);

}  // namespace mj

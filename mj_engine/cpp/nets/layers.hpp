// Layers: what each kind of layer of a network does to the numbers that it takes.
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

// A layer as the weights file has it, its names resolved. sources: places of layers before it; of
// an input none, but a feature. The weight of a convolution is [out, in, rows, columns].
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

// Of what a layer makes: a map, [rows][columns][channels], what has 34 places alone with one
// column; or a plain row of channels.
struct Shape {
    int rows = 1, columns = 1, channels = 0;
    bool is_map = true;

    [[nodiscard]] int places() const { return rows * columns; }
    [[nodiscard]] int size() const { return places() * channels; }
    bool operator==(const Shape&) const = default;
};

// What layers need while they run; no two threads share one.
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

// Any layer but an input. Throws std::invalid_argument for an op that is none, and for what does
// not fit.
Layer layer_of(const LayerSpec& spec, std::span<const Shape> taken);

// A convolution that is quick where its map differs little from a usual one: to what it makes of
// that, only what differs is added. usual_out: what `layer_of` makes of the usual map.
Layer convolution_by_difference(const LayerSpec& spec, const Shape& taken, const Floats& usual,
                                const Floats& usual_out);

// Throws std::invalid_argument if not.
void need_layer(bool fits);

}  // namespace mj

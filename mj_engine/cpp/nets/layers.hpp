// Layers: builds the function of each kind of network layer.
// Its twin: mj_bot/nets/network.py.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>

#include "nets/sums.hpp"

namespace mj {

// The most inputs a layer may have.
inline constexpr std::size_t kMostSources = 16;

// Rows and columns.
using Pair = std::array<int, 2>;

// A layer of the weights file with its names resolved. sources: indexes of earlier layers; empty
// for an input, which names a feature. A convolution's weight is [out, in, rows, columns].
struct LayerSpec {
    std::string op;
    std::vector<int> sources;
    std::string feature;
    float scale = 1;
    std::vector<int> shape;  // the weight's shape
    Floats weight, bias;
    std::vector<int> bias_shape;
    Pair size{}, padding{}, stride{1, 1};
};

// The shape of a layer's output: a map [rows][columns][channels] (one column for features of 34
// cells), or a plain row of channels.
struct Shape {
    int rows = 1, columns = 1, channels = 0;
    bool is_map = true;

    [[nodiscard]] int places() const { return rows * columns; }
    [[nodiscard]] int size() const { return places() * channels; }
    bool operator==(const Shape&) const = default;
};

// Scratch space for layers. Not thread-safe.
struct LayerRoom {
    Floats padded, sum, numbers;
    Entries entries;
    std::vector<const float*> rows;
};

using Step = std::function<void(std::span<const float* const> taken, float* out, LayerRoom&)>;

struct Layer {
    Shape shape;
    Step step;
};

// Builds any layer except an input. Throws std::invalid_argument for an unknown op, or for shapes
// that do not fit.
Layer layer_of(const LayerSpec& spec, std::span<const Shape> taken);

// A convolution of maps that differ from a usual one in a few entries.
class SparseConvolution {
  public:
    SparseConvolution(const LayerSpec& spec, const Shape& taken, const Floats& usual);
    // Of maps that are usually 0. links: see add_entries.
    SparseConvolution(Matrix matrix, const Shape& shape, std::vector<std::vector<Link>> links);

    [[nodiscard]] const Shape& shape() const { return shape_; }

    // entries: by how much the map differs from the usual one.
    void operator()(const Entries& entries, float* out, LayerRoom& room) const;

  private:
    Matrix matrix_;
    Shape shape_;
    std::vector<std::vector<Link>> links_;
    Floats usual_out_;  // [windows][padded outs]
};

// Throws std::invalid_argument if `fits` is false.
void need_layer(bool fits);

}  // namespace mj

// QNetwork: the numbers of a Q network, laid out for one place after another.
#pragma once

#include <vector>

#include "expectimax/q_rows.hpp"

namespace mj {

using Floats = std::vector<float>;

// As the weights file has them: shapes are PyTorch's, the last axis first.
struct QTensors {
    struct Conv {
        Floats weight, bias;  // [out, in, 3], [out]
    };
    Floats row_scale, row_bias;  // [rows]
    Conv first;
    Floats scale, place_bias;      // [width], [width, 34]
    std::vector<Conv> convs;       // of the blocks, two each
    Floats tile_weight;            // [1, width]
    float tile_bias;               // of each tile's own number
    Floats hand_weight, hand_bias; // [channels, width], [channels]
    Floats hidden_weight, hidden_bias;  // [hidden, channels x 34], [hidden]
    Floats out_weight, out_bias;        // [34, hidden], [34]
    float points;                       // what the numbers are multiplied with
};

// Channels come in blocks of so many, the last one filled up with zeros.
inline constexpr int kChannelBlock = 32;
// Numbers of the hidden layer, and the 34 that come out, in blocks of eight.
inline constexpr int kLaneBlock = 8;
inline constexpr int kOutLanes = (kTileKinds + kLaneBlock - 1) / kLaneBlock * kLaneBlock;

// What comes out: the points of discarding each tile.
using QValues = std::array<float, kOutLanes>;

// Throws std::invalid_argument if the tensors do not fit one another.
class QNetwork {
  public:
    explicit QNetwork(const QTensors& tensors);

    // Layers of convolutions: the first, and two a block.
    [[nodiscard]] int layers() const { return 1 + static_cast<int>(convs_.size()); }
    // Numbers of a place between layers, and of the hidden layer, filled up.
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int hidden() const { return hidden_; }

    // The scaled rows of a place, `kQRows` numbers: of the hand and what is unseen these copies,
    // else those of `rows`.
    void column(const QRows& rows, int held, int unseen, int place, float* out) const;

    // What the first layer makes of a place, of its column and those beside it (null beyond the
    // ends).
    void first(const std::array<const float*, 3>& columns, int place, float* out) const;

    // What convolution number `layer` (from 1) makes of the layer before. before: the input of the
    // block, which its second convolution adds; null for the first.
    void convolve(int layer, const std::array<const float*, 3>& in, const float* before,
                  float* out) const;

    // What the last layer's numbers of one place say: of its own tile, and to the hidden layer.
    float tile_value(const float* in) const;
    void add_to_hidden(const float* in, int place, float* hidden) const;

    // The points, from the sum of what all places say to the hidden layer, which is used up, and
    // the tiles' own.
    void points(float* hidden, const std::array<float, kTileKinds>& tiles, QValues& out) const;

  private:
    struct Conv {
        Floats weight, bias;  // [tap][in][width], [width]
    };
    int width_, hidden_, hand_channels_;
    std::array<float, kQRows> row_scale_, row_bias_;
    Conv first_;
    Floats scale_, place_bias_;  // [width], [34][width]
    std::vector<Conv> convs_;
    Floats tile_weight_;
    float tile_bias_;
    Floats hand_weight_, hand_bias_;      // [channel][width], [channel]
    Floats hidden_weight_, hidden_bias_;  // [34][channel][hidden], [hidden]
    Floats out_weight_;                   // [hidden][kOutLanes]
    QValues out_bias_{};
    float points_;
};

}  // namespace mj

// QNetwork: the numbers of a Q network, laid out for one place after another.
// Its twin: mj_bot/expectimax/q_network.py.
#pragma once

#include <vector>

#include "expectimax/q_features.hpp"
#include "nets/sums.hpp"

namespace mj {

// As in the weights file: shapes are PyTorch's, the last axis first.
struct QTensors {
    struct Conv {
        Floats weight, bias;  // [out, in, 3], [out]
    };
    Floats row_scale, row_bias;  // [rows]
    Conv first;
    Floats scale, place_bias;           // [width], [width, 34]
    std::vector<Conv> convs;            // of the blocks, two each
    Floats tile_weight;                 // [1, width]
    float tile_bias;                    // of each tile's own number
    Floats hand_weight, hand_bias;      // [channels, width], [channels]
    Floats hidden_weight, hidden_bias;  // [hidden, channels x 34], [hidden]
    Floats out_weight, out_bias;        // [34, hidden], [34]
    float points;                       // the factor on the numbers
};

// The 34 outputs and the hidden numbers of the whole hand come in blocks of eight, the others in
// four of these.
inline constexpr int kOutLanes = whole_blocks(kTileKinds);

// The output: the points of discarding each tile.
using QValues = std::array<float, kOutLanes>;

// Throws std::invalid_argument if the tensors do not fit one another.
class QNetwork {
  public:
    explicit QNetwork(const QTensors& tensors);

    // Layers of convolutions: the first, and two a block.
    [[nodiscard]] int layers() const { return 1 + static_cast<int>(convs_.size()); }
    // Numbers of a place between layers, and of the hidden layer, filled up as all are.
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int hidden() const { return hidden_; }

    // The scaled rows of a place, `kQRows` numbers: of the hand and what is unseen these copies,
    // else those of `rows`.
    void column(const QFeatures& rows, int held, int unseen, int place, float* out) const;

    // The first layer's output at a place, from its column and those beside it (null beyond the
    // ends).
    void first(const std::array<const float*, 3>& columns, int place, float* out) const;

    // The output of convolution number `layer` (from 1). before: the input of the block, which its
    // second convolution adds; null for the first.
    void convolve(int layer, const std::array<const float*, 3>& in, const float* before,
                  float* out) const;

    // The output for one place's own tile from the last layer's numbers, and its part for the whole
    // hand: `channels` numbers, 0 or more.
    [[nodiscard]] int channels() const { return channels_; }
    float tile_value(const float* in) const;
    void hand_channels(const float* in, float* out) const;

    // The input of the hidden layer from places' channels, or the change of it.
    class ToHidden {
      public:
        void clear() { rows_.clear(), numbers_.clear(); }
        void add(const QNetwork& network, int place, const float* channels,
                 const float* before = nullptr);
        void add_up(const QNetwork& network, float* hidden) const;

      private:
        std::vector<const float*> rows_;
        Floats numbers_;
    };

    // The points, from the sum of all places' inputs of the hidden layer, which is overwritten, and
    // the tiles' own outputs.
    void points(float* hidden, const std::array<float, kTileKinds>& tiles, QValues& out) const;

  private:
    struct Conv {
        Floats weight, bias;  // [tap][in][width], [width]
    };
    [[nodiscard]] const float* hidden_weight_of(int place, int channel) const;

    int width_, hidden_, channels_;
    std::array<float, kQRows> row_scale_, row_bias_;
    Conv first_;
    Floats scale_, place_bias_;  // [width], [34][width]
    std::vector<Conv> convs_;
    Floats tile_weight_;
    float tile_bias_;
    Floats hand_weight_, hand_bias_;      // [width][channel], [channel]
    Floats hidden_weight_, hidden_bias_;  // [34][channel][hidden], [hidden]
    Floats out_weight_;                   // [hidden][kOutLanes]
    QValues out_bias_{};
    float points_;
};

}  // namespace mj

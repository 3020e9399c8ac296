// QNetwork: the weights of a Q network, laid out for computing one place at a time.
// Its twin: mj_bot/expectimax/q_network.py.
#pragma once

#include <vector>

#include "expectimax/q_features.hpp"
#include "nets/sums.hpp"

namespace mj {

// As in the weights file: shapes are PyTorch's, the last axis varies fastest.
struct QTensors {
    struct Conv {
        Floats weight, bias;  // [out, in, 3], [out]
    };
    Floats row_scale, row_bias;  // [rows]
    Conv first;
    Floats scale, place_bias;           // [width], [width, 34]
    std::vector<Conv> convs;            // two per block
    Floats tile_weight;                 // [1, width]
    float tile_bias;                    // the bias of each tile's own number
    Floats hand_weight, hand_bias;      // [channels, width], [channels]
    Floats hidden_weight, hidden_bias;  // [hidden, channels x 34], [hidden]
    Floats out_weight, out_bias;        // [34, hidden], [34]
    float points;                       // a factor on the outputs
};

// The 34 outputs and the hidden layer are padded to blocks of eight, all else to four such blocks.
inline constexpr int kOutLanes = whole_blocks(kTileKinds);

// The output: the points for discarding each tile.
using QValues = std::array<float, kOutLanes>;

// Throws std::invalid_argument if the tensors do not fit together.
class QNetwork {
  public:
    explicit QNetwork(const QTensors& tensors);

    // Convolution layers: the first, and two per block.
    [[nodiscard]] int layers() const { return 1 + static_cast<int>(convs_.size()); }
    // Numbers per place between layers, and in the hidden layer, both padded.
    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int hidden() const { return hidden_; }

    // The scaled input rows of a place, `kQRows` numbers: these copies for the hand and the unseen
    // tiles, `rows` for the others.
    void column(const QFeatures& rows, int held, int unseen, int place, float* out) const;

    // The first layer's output at a place, from its column and its neighbours (null at the ends).
    void first(const std::array<const float*, 3>& columns, int place, float* out) const;

    // The output of convolution number `layer` (from 1). before: the block's input, which its
    // second convolution adds; null for the first.
    void convolve(int layer, const std::array<const float*, 3>& in, const float* before,
                  float* out) const;

    // From the last layer's numbers at a place: the output for its own tile, and its `channels`
    // numbers (0 or more) for the whole hand.
    [[nodiscard]] int channels() const { return channels_; }
    float tile_value(const float* in) const;
    void hand_channels(const float* in, float* out) const;

    // Sums the input of the hidden layer over places, or the change of it.
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

    // The points, from the hidden layer's summed input (overwritten) and the tiles' own outputs.
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

#include "expectimax/q_network.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/clones.hpp"
#include "nets/lanes8.hpp"

namespace mj {

namespace {

constexpr int kTaps = 3;

constexpr int kParts = kChannelBlock / kLaneBlock;

// out = bias + the sum of input x weight over taps and inputs; weight: [tap][in][width].
MJ_CLONES void sum_taps(const float* const* in, int ins, const float* weight, const float* bias,
                        int width, float* out) {
    for (int block = 0; block < width; block += kChannelBlock) {
        std::array<Float8, kParts> sums;
        for (int part = 0; part < kParts; ++part)
            load(sums[part], bias + block + part * kLaneBlock);
        for (int tap = 0; tap < kTaps; ++tap) {
            if (in[tap] == nullptr) continue;
            const float* row = weight + static_cast<std::ptrdiff_t>(tap) * ins * width + block;
            for (int from = 0; from < ins; ++from, row += width) {
                const float number = in[tap][from];
                for (int part = 0; part < kParts; ++part) {
                    Float8 weights;
                    load(weights, row + part * kLaneBlock);
                    sums[part] += number * weights;
                }
            }
        }
        for (int part = 0; part < kParts; ++part)
            store(sums[part], out + block + part * kLaneBlock);
    }
}

// out = bias + the sum of input x weight; `outs` is a multiple of the block; weight: [in][out].
MJ_CLONES void weigh(const float* in, int ins, const float* weight, const float* bias, int outs,
                     float* out) {
    for (int block = 0; block < outs; block += kLaneBlock) {
        Float8 sums;
        load(sums, bias + block);
        for (int from = 0; from < ins; ++from) {
            Float8 weights;
            load(weights, weight + from * outs + block);
            sums += in[from] * weights;
        }
        store(sums, out + block);
    }
}

// out = bias + the sum of number x weight over the positive hidden numbers; weight: [hidden][out].
MJ_CLONES void sum_positive(const float* hidden, int count, const float* weight, const float* bias,
                            float* out) {
    constexpr int parts = kOutLanes / kLaneBlock;
    std::array<Float8, parts> sums;
    for (int part = 0; part < parts; ++part) load(sums[part], bias + part * kLaneBlock);
    for (int from = 0; from < count; ++from, weight += kOutLanes) {
        if (!(hidden[from] > 0)) continue;
        for (int part = 0; part < parts; ++part) {
            Float8 weights;
            load(weights, weight + part * kLaneBlock);
            sums[part] += hidden[from] * weights;
        }
    }
    for (int part = 0; part < parts; ++part) store(sums[part], out + part * kLaneBlock);
}

void need(bool fits) {
    if (!fits) throw std::invalid_argument("the tensors of the Q network do not fit one another");
}

Floats filled_up(const Floats& numbers, int size) {
    Floats filled = numbers;
    filled.resize(size, 0.0F);
    return filled;
}

// Rearranges [out, in, 3] to [tap][in][width]; padded inputs are zeros.
Floats by_tap(const Floats& weight, int outs, int ins, int width, int ins_filled) {
    Floats found(static_cast<std::size_t>(kTaps) * ins_filled * width, 0.0F);
    for (int out = 0; out < outs; ++out) {
        for (int in = 0; in < ins; ++in) {
            for (int tap = 0; tap < kTaps; ++tap) {
                found[(tap * ins_filled + in) * width + out] =
                    weight[(out * ins + in) * kTaps + tap];
            }
        }
    }
    return found;
}

}  // namespace

QNetwork::QNetwork(const QTensors& tensors)
    : tile_bias_(tensors.tile_bias), points_(tensors.points) {
    const std::size_t width = tensors.scale.size();
    const std::size_t channels = tensors.hand_bias.size();
    const std::size_t hidden = tensors.hidden_bias.size();
    need(width > 0 && tensors.row_scale.size() == kQRows && tensors.row_bias.size() == kQRows);
    need(tensors.first.bias.size() == width &&
         tensors.first.weight.size() == width * kQRows * kTaps);
    need(tensors.place_bias.size() == width * kTileKinds && tensors.convs.size() % 2 == 0);
    for (const auto& conv : tensors.convs) {
        need(conv.bias.size() == width && conv.weight.size() == width * width * kTaps);
    }
    need(tensors.tile_weight.size() == width && tensors.hand_weight.size() == channels * width);
    need(tensors.hidden_weight.size() == hidden * channels * kTileKinds);
    need(tensors.out_bias.size() == kTileKinds && tensors.out_weight.size() == kTileKinds * hidden);

    const int outs = static_cast<int>(width);
    width_ = whole_blocks(static_cast<int>(width), kChannelBlock);
    hidden_ = whole_blocks(static_cast<int>(hidden), kChannelBlock);
    channels_ = whole_blocks(static_cast<int>(channels));
    std::ranges::copy(tensors.row_scale, row_scale_.begin());
    std::ranges::copy(tensors.row_bias, row_bias_.begin());
    first_ = {by_tap(tensors.first.weight, outs, kQRows, width_, kQRows),
              filled_up(tensors.first.bias, width_)};
    scale_ = filled_up(tensors.scale, width_);
    place_bias_.assign(static_cast<std::size_t>(kTileKinds) * width_, 0.0F);
    for (int channel = 0; channel < outs; ++channel) {
        for (int place = 0; place < kTileKinds; ++place) {
            place_bias_[place * width_ + channel] =
                tensors.place_bias[channel * kTileKinds + place];
        }
    }
    for (const auto& conv : tensors.convs) {
        convs_.push_back(
            {by_tap(conv.weight, outs, outs, width_, width_), filled_up(conv.bias, width_)});
    }
    tile_weight_ = tensors.tile_weight;
    hand_weight_.assign(width * channels_, 0.0F);
    for (std::size_t channel = 0; channel < channels; ++channel) {
        for (std::size_t from = 0; from < width; ++from) {
            hand_weight_[from * channels_ + channel] = tensors.hand_weight[channel * width + from];
        }
    }
    hand_bias_ = filled_up(tensors.hand_bias, channels_);
    hidden_weight_.assign(static_cast<std::size_t>(kTileKinds) * channels_ * hidden_, 0.0F);
    for (std::size_t to = 0; to < hidden; ++to) {
        for (int channel = 0; channel < static_cast<int>(channels); ++channel) {
            for (int place = 0; place < kTileKinds; ++place) {
                hidden_weight_[(place * channels_ + channel) * hidden_ + to] =
                    tensors.hidden_weight[(to * channels + channel) * kTileKinds + place];
            }
        }
    }
    hidden_bias_ = filled_up(tensors.hidden_bias, hidden_);
    out_weight_.assign(static_cast<std::size_t>(hidden_) * kOutLanes, 0.0F);
    for (std::size_t from = 0; from < hidden; ++from) {
        for (int tile = 0; tile < kTileKinds; ++tile) {
            out_weight_[from * kOutLanes + tile] = tensors.out_weight[tile * hidden + from];
        }
    }
    std::ranges::copy(tensors.out_bias, out_bias_.begin());
}

void QNetwork::column(const QFeatures& rows, int held, int unseen, int place, float* out) const {
    for (int row = 0; row < kQRows; ++row) {
        float cell = rows[row * kTileKinds + place];
        if (row < q_row::kUnseen) {
            cell = held > row - q_row::kHand ? 1 : 0;
        } else if (row < q_row::kMelds) {
            cell = unseen > row - q_row::kUnseen ? 1 : 0;
        }
        out[row] = cell * row_scale_[row] + row_bias_[row];
    }
}

void QNetwork::first(const std::array<const float*, 3>& columns, int place, float* out) const {
    sum_taps(columns.data(), kQRows, first_.weight.data(), first_.bias.data(), width_, out);
    const float* bias = place_bias_.data() + static_cast<std::ptrdiff_t>(place) * width_;
    for (int channel = 0; channel < width_; ++channel) {
        out[channel] = out[channel] * scale_[channel] + bias[channel];
    }
    relu(out, width_);
}

void QNetwork::convolve(int layer, const std::array<const float*, 3>& in, const float* before,
                        float* out) const {
    const Conv& conv = convs_[layer - 1];
    sum_taps(in.data(), width_, conv.weight.data(), conv.bias.data(), width_, out);
    if (before != nullptr) {
        for (int channel = 0; channel < width_; ++channel) out[channel] += before[channel];
    }
    relu(out, width_);
}

float QNetwork::tile_value(const float* in) const {
    float sum = tile_bias_;
    for (std::size_t channel = 0; channel < tile_weight_.size(); ++channel) {
        sum += in[channel] * tile_weight_[channel];
    }
    return sum;
}

void QNetwork::hand_channels(const float* in, float* out) const {
    weigh(in, static_cast<int>(tile_weight_.size()), hand_weight_.data(), hand_bias_.data(),
          channels_, out);
    relu(out, channels_);
}

void QNetwork::ToHidden::add(const QNetwork& network, int place, const float* channels,
                             const float* before) {
    for (int channel = 0; channel < network.channels_; ++channel) {
        const float number = channels[channel] - (before == nullptr ? 0 : before[channel]);
        if (number == 0) continue;
        numbers_.push_back(number);
        rows_.push_back(network.hidden_weight_of(place, channel));
    }
}

void QNetwork::ToHidden::add_up(const QNetwork& network, float* hidden) const {
    sum_rows(rows_.data(), numbers_.data(), static_cast<int>(rows_.size()), network.hidden_,
             hidden);
}

const float* QNetwork::hidden_weight_of(int place, int channel) const {
    return hidden_weight_.data() +
           (static_cast<std::ptrdiff_t>(place) * channels_ + channel) * hidden_;
}

void QNetwork::points(float* hidden, const std::array<float, kTileKinds>& tiles,
                      QValues& out) const {
    for (int place = 0; place < hidden_; ++place) hidden[place] += hidden_bias_[place];
    sum_positive(hidden, hidden_, out_weight_.data(), out_bias_.data(), out.data());
    for (int tile = 0; tile < kTileKinds; ++tile) out[tile] = (out[tile] + tiles[tile]) * points_;
}

}  // namespace mj

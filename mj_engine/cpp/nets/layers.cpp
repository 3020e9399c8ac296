#include "nets/layers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "core/clones.hpp"

namespace mj {

namespace {

using Taken = std::span<const float* const>;

MJ_CLONES void add_up(const float* one, const float* other, int count, float* out) {
    for (int place = 0; place < count; ++place) out[place] = one[place] + other[place];
}

MJ_CLONES void multiply(const float* one, const float* other, int count, float* out) {
    for (int place = 0; place < count; ++place) out[place] = one[place] * other[place];
}

MJ_CLONES void cut_negative(const float* one, int count, float* out) {
    for (int place = 0; place < count; ++place) out[place] = one[place] > 0 ? one[place] : 0;
}

MJ_CLONES void scale(const float* one, const float* weight, const float* bias, int count,
                     float* out) {
    for (int place = 0; place < count; ++place)
        out[place] = one[place] * weight[place] + bias[place];
}

// By their bits: to compare floats takes longer.
bool is_zero(float number) { return std::bit_cast<std::uint32_t>(number) << 1U == 0; }

Layer like(const Shape& shape, void (*of_one)(float*, int)) {
    return {shape, [shape, of_one](Taken taken, float* out, LayerRoom&) {
                std::copy_n(taken[0], shape.size(), out);
                of_one(out, shape.size());
            }};
}

void sigmoid(float* numbers, int count) {
    for (int place = 0; place < count; ++place) {
        numbers[place] = 0.5F * (1 + std::tanh(0.5F * numbers[place]));
    }
}

void softmax_row(float* numbers, int count) {
    const float most = *std::max_element(numbers, numbers + count);
    float sum = 0;
    for (int place = 0; place < count; ++place) {
        numbers[place] = std::exp(numbers[place] - most);
        sum += numbers[place];
    }
    for (int place = 0; place < count; ++place) numbers[place] /= sum;
}

Layer relu_of(const Shape& shape) {
    return {shape, [size = shape.size()](Taken taken, float* out, LayerRoom&) {
                cut_negative(taken[0], size, out);
            }};
}

Layer softmax(const Shape& shape) {
    return {shape, [shape](Taken taken, float* out, LayerRoom&) {
                std::copy_n(taken[0], shape.size(), out);
                for (int place = 0; place < shape.places(); ++place) {
                    softmax_row(out + place * shape.channels, shape.channels);
                }
            }};
}

Layer sum_of_two(std::span<const Shape> taken) {
    need_layer(taken.size() == 2 && taken[0] == taken[1]);
    return {taken[0], [size = taken[0].size()](Taken in, float* out, LayerRoom&) {
                add_up(in[0], in[1], size, out);
            }};
}

Layer product(std::span<const Shape> taken) {
    need_layer(taken.size() == 2);
    const Shape shape = taken[0];
    const bool by_channel = shape.is_map && !taken[1].is_map;
    need_layer(by_channel ? taken[1].channels == shape.channels : taken[1] == shape);
    return {shape, [shape, by_channel](Taken in, float* out, LayerRoom&) {
                if (!by_channel) return multiply(in[0], in[1], shape.size(), out);
                for (int place = 0; place < shape.places(); ++place) {
                    const int begin = place * shape.channels;
                    multiply(in[0] + begin, in[1], shape.channels, out + begin);
                }
            }};
}

Layer concat(std::span<const Shape> taken) {
    Shape shape = taken[0];
    std::vector<int> channels{shape.channels};
    for (const Shape& other : taken.subspan(1)) {
        need_layer(other.is_map == shape.is_map && other.rows == shape.rows &&
                   other.columns == shape.columns);
        shape.channels += other.channels;
        channels.push_back(other.channels);
    }
    return {shape, [shape, channels](Taken in, float* out, LayerRoom&) {
                for (int place = 0; place < shape.places(); ++place) {
                    for (std::size_t one = 0; one < channels.size(); ++one) {
                        out = std::copy_n(in[one] + place * channels[one], channels[one], out);
                    }
                }
            }};
}

Layer mean(const Shape& taken) {
    need_layer(taken.is_map);
    const Shape shape{.channels = taken.channels, .is_map = false};
    return {shape, [taken](Taken in, float* out, LayerRoom&) {
                std::fill_n(out, taken.channels, 0.0F);
                for (int place = 0; place < taken.places(); ++place) {
                    add_up(out, in[0] + place * taken.channels, taken.channels, out);
                }
                for (int one = 0; one < taken.channels; ++one) {
                    out[one] /= static_cast<float>(taken.places());
                }
            }};
}

// Channels first, as in training.
Layer flatten(const Shape& taken) {
    const Shape shape{.channels = taken.size(), .is_map = false};
    return {shape, [taken](Taken in, float* out, LayerRoom&) {
                for (int channel = 0; channel < taken.channels; ++channel) {
                    for (int place = 0; place < taken.places(); ++place) {
                        *out++ = in[0][place * taken.channels + channel];
                    }
                }
            }};
}

// Windows sliding over a map with the layer's size and stride; cells beyond the map are padding.
struct Sliding {
    Shape taken;
    Pair size, padding, stride;

    void check() const {
        need_layer(taken.is_map && std::min({size[0], size[1], stride[0], stride[1]}) > 0 &&
                   std::min(padding[0], padding[1]) >= 0 &&
                   taken.rows + 2 * padding[0] >= size[0] &&
                   taken.columns + 2 * padding[1] >= size[1]);
    }

    // The number of windows, with this many channels each.
    [[nodiscard]] Shape shape(int channels) const {
        return {.rows = (taken.rows + 2 * padding[0] - size[0]) / stride[0] + 1,
                .columns = (taken.columns + 2 * padding[1] - size[1]) / stride[1] + 1,
                .channels = channels};
    }

    [[nodiscard]] int cells() const { return size[0] * size[1]; }

    // The index on the map of a window's cell; -1 for padding.
    [[nodiscard]] int place(int row, int column, int cell) const {
        const int from_row = row * stride[0] - padding[0] + cell / size[1];
        const int from_column = column * stride[1] - padding[1] + cell % size[1];
        const bool is_there = from_row >= 0 && from_row < taken.rows && from_column >= 0 &&
                              from_column < taken.columns;
        return is_there ? from_row * taken.columns + from_column : -1;
    }
};

void pool_window(const Sliding& by, int row, int column, const float* map, float* out) {
    const int channels = by.taken.channels;
    std::fill_n(out, channels, -std::numeric_limits<float>::infinity());
    for (int cell = 0; cell < by.cells(); ++cell) {
        const int place = by.place(row, column, cell);
        if (place < 0) continue;
        for (int one = 0; one < channels; ++one) {
            out[one] = std::max(out[one], map[place * channels + one]);
        }
    }
}

Layer max_pool(const LayerSpec& spec, const Shape& taken) {
    const Sliding by{
        .taken = taken, .size = spec.size, .padding = spec.padding, .stride = spec.stride};
    by.check();
    const Shape shape = by.shape(taken.channels);
    return {shape, [by, shape](Taken in, float* out, LayerRoom&) {
                for (int window = 0; window < shape.places(); ++window) {
                    pool_window(by, window / shape.columns, window % shape.columns, in[0],
                                out + window * shape.channels);
                }
            }};
}

Layer scale_of(const LayerSpec& spec, const Shape& taken) {
    const auto channels = static_cast<std::size_t>(taken.channels);
    const bool by_place = spec.bias_shape.size() == 2;
    need_layer(spec.weight.size() == channels && spec.bias.size() % channels == 0 &&
               spec.bias.size() == channels * (by_place ? taken.rows : 1));
    Floats weight;
    Floats bias;
    for (int place = 0; place < taken.places(); ++place) {
        weight.insert(weight.end(), spec.weight.begin(), spec.weight.end());
        const int row = place / taken.columns;
        for (std::size_t one = 0; one < channels; ++one) {
            bias.push_back(by_place ? spec.bias[one * taken.rows + row] : spec.bias[one]);
        }
    }
    return {taken, [weight, bias](Taken in, float* out, LayerRoom&) {
                scale(in[0], weight.data(), bias.data(), static_cast<int>(weight.size()), out);
            }};
}

// [outs, ins...] as a matrix whose rows are in a window's order: places, then channels.
Matrix matrix_of(const LayerSpec& spec, int places) {
    need_layer(!spec.shape.empty() && spec.shape[0] > 0 &&
               spec.weight.size() % spec.shape[0] == 0 &&
               spec.bias.size() == static_cast<std::size_t>(spec.shape[0]));
    Matrix matrix{.numbers = {}, .bias = spec.bias, .ins = 0, .outs = spec.shape[0]};
    matrix.ins = static_cast<int>(spec.weight.size()) / matrix.outs;
    const int channels = matrix.ins / places;
    matrix.bias.resize(matrix.width(), 0.0F);
    matrix.numbers.assign(static_cast<std::size_t>(matrix.ins) * matrix.width(), 0.0F);
    for (int out = 0; out < matrix.outs; ++out) {
        for (int channel = 0; channel < channels; ++channel) {
            for (int place = 0; place < places; ++place) {
                matrix.numbers[(place * channels + channel) * matrix.width() + out] =
                    spec.weight[(out * channels + channel) * places + place];
            }
        }
    }
    return matrix;
}

// Zeros are skipped: there are many after a relu.
Layer dense(const LayerSpec& spec, const Shape& taken) {
    Matrix matrix = matrix_of(spec, 1);
    need_layer(!taken.is_map && spec.shape.size() == 2 && matrix.ins == taken.channels);
    const Shape shape{.channels = matrix.outs, .is_map = false};
    return {shape, [matrix = std::move(matrix)](Taken in, float* out, LayerRoom& room) {
                room.rows.resize(matrix.ins);
                room.numbers.resize(matrix.ins);
                int count = 0;
                for (int one = 0; one < matrix.ins; ++one) {
                    room.rows[count] = matrix.row(one);
                    room.numbers[count] = in[0][one];
                    count += int{!is_zero(in[0][one])};
                }
                room.sum = matrix.bias;
                sum_rows(room.rows.data(), room.numbers.data(), count, matrix.width(),
                         room.sum.data());
                std::copy_n(room.sum.data(), matrix.outs, out);
            }};
}

// The parts of a convolution.
struct Convolution {
    Sliding by;
    Matrix matrix;
    Shape shape;

    Convolution(const LayerSpec& spec, const Shape& taken)
        : by{.taken = taken, .size = {}, .padding = spec.padding, .stride = spec.stride} {
        need_layer(spec.shape.size() == 4 && spec.shape[1] == taken.channels);
        by.size = {spec.shape[2], spec.shape[3]};
        by.check();
        matrix = matrix_of(spec, by.cells());
        need_layer(matrix.ins == by.cells() * taken.channels);
        shape = by.shape(matrix.outs);
    }

    // The map padded with zeros.
    [[nodiscard]] Shape padded() const {
        return {.rows = by.taken.rows + 2 * by.padding[0],
                .columns = by.taken.columns + 2 * by.padding[1],
                .channels = by.taken.channels};
    }

    [[nodiscard]] WindowRuns windows() const {
        const Shape map = padded();
        WindowRuns found{.begins = {},
                         .runs = by.size[0],
                         .step = map.columns * map.channels,
                         .length = by.size[1] * map.channels};
        if (found.step == found.length) {  // the next run begins where this one ends
            found.length *= found.runs;
            found.runs = 1;
        }
        for (int window = 0; window < shape.places(); ++window) {
            const int row = window / shape.columns * by.stride[0];
            const int column = window % shape.columns * by.stride[1];
            found.begins.push_back((row * map.columns + column) * map.channels);
        }
        return found;
    }

    // Which windows see which places, by cell.
    [[nodiscard]] std::vector<std::vector<Link>> links() const {
        std::vector<std::vector<Link>> found(by.cells());
        for (int window = 0; window < shape.places(); ++window) {
            for (int cell = 0; cell < by.cells(); ++cell) {
                const int place = by.place(window / shape.columns, window % shape.columns, cell);
                if (place >= 0) found[cell].push_back({window, place});
            }
        }
        return found;
    }

    const float* pad(const float* map, Floats& room) const {
        if (by.padding == Pair{0, 0}) return map;
        const Shape whole = padded();
        const int length = by.taken.columns * by.taken.channels;
        const int beside = by.padding[1] * whole.channels;
        const int above = by.padding[0] * whole.columns * whole.channels;
        room.resize(whole.size());
        float* next = std::fill_n(room.data(), above, 0.0F);
        for (int row = 0; row < by.taken.rows; ++row) {
            next = std::fill_n(next, beside, 0.0F);
            next = std::copy_n(map + row * length, length, next);
            next = std::fill_n(next, beside, 0.0F);
        }
        std::fill_n(next, above, 0.0F);
        return room.data();
    }
};

MJ_CLONES int count_zeros(const float* map, int size) {
    int zeros = 0;
    for (int cell = 0; cell < size; ++cell) zeros += int{map[cell] == 0};
    return zeros;
}

void take_entries(const float* map, const Shape& shape, Entries& entries) {
    entries.clear(shape.places(), shape.channels);
    for (int place = 0; place < shape.places(); ++place, map += shape.channels) {
        int end = entries.begin(place);
        for (int channel = 0; channel < shape.channels; ++channel) {
            entries.channels[end] = channel;
            entries.numbers[end] = map[channel];
            end += int{!is_zero(map[channel])};
        }
        entries.ends[place] = end;
    }
}

// After a relu more than half of the map may be zeros, which add nothing.
Layer convolution(const LayerSpec& spec, const Shape& taken) {
    const Convolution one(spec, taken);
    const SparseConvolution sparse(one.matrix, one.shape, one.links());
    return {one.shape,
            [one, sparse, windows = one.windows()](Taken in, float* out, LayerRoom& room) {
                const int size = one.by.taken.size();
                if (2 * count_zeros(in[0], size) > size) {
                    take_entries(in[0], one.by.taken, room.entries);
                    sparse(room.entries, out, room);
                } else {
                    multiply_windows(one.matrix, windows, one.pad(in[0], room.padded), out);
                }
            }};
}

}  // namespace

void need_layer(bool fits) {
    if (!fits) throw std::invalid_argument("the layers of the network do not fit one another");
}

Layer layer_of(const LayerSpec& spec, std::span<const Shape> taken) {
    need_layer(!taken.empty());
    const std::string& op = spec.op;
    if (op == "add") return sum_of_two(taken);
    if (op == "multiply") return product(taken);
    if (op == "concat") return concat(taken);
    need_layer(taken.size() == 1);
    if (op == "relu") return relu_of(taken[0]);
    if (op == "sigmoid") return like(taken[0], sigmoid);
    if (op == "softmax") return softmax(taken[0]);
    if (op == "mean") return mean(taken[0]);
    if (op == "flatten") return flatten(taken[0]);
    if (op == "max_pool") return max_pool(spec, taken[0]);
    if (op == "scale") return scale_of(spec, taken[0]);
    if (op == "dense") return dense(spec, taken[0]);
    if (op == "conv") return convolution(spec, taken[0]);
    throw std::invalid_argument("the fast table has no such layer: " + op.substr(0, 40));
}

SparseConvolution::SparseConvolution(const LayerSpec& spec, const Shape& taken,
                                     const Floats& usual) {
    const Convolution conv(spec, taken);
    LayerRoom room;
    Floats out(conv.shape.size());
    const float* map = usual.data();
    convolution(spec, taken).step({&map, 1}, out.data(), room);
    *this = SparseConvolution(conv.matrix, conv.shape, conv.links());
    for (int window = 0; window < shape_.places(); ++window) {
        std::copy_n(out.data() + window * matrix_.outs, matrix_.outs,
                    usual_out_.data() + window * matrix_.width());
    }
}

SparseConvolution::SparseConvolution(Matrix matrix, const Shape& shape,
                                     std::vector<std::vector<Link>> links)
    : matrix_(std::move(matrix)), shape_(shape), links_(std::move(links)) {
    for (int window = 0; window < shape_.places(); ++window) {
        usual_out_.insert(usual_out_.end(), matrix_.bias.begin(), matrix_.bias.end());
    }
}

void SparseConvolution::operator()(const Entries& entries, float* out, LayerRoom& room) const {
    const bool is_padded = matrix_.width() != matrix_.outs;
    if (is_padded) room.sum.resize(usual_out_.size());
    float* sums = is_padded ? room.sum.data() : out;
    std::ranges::copy(usual_out_, sums);
    add_entries(matrix_, links_, entries, sums);
    for (int window = 0; is_padded && window < shape_.places(); ++window) {
        std::copy_n(sums + window * matrix_.width(), matrix_.outs, out + window * matrix_.outs);
    }
}

}  // namespace mj

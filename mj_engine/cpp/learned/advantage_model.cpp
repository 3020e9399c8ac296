#include "learned/advantage_model.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/clones.hpp"
#include "learned/candidate_features.hpp"

namespace mj {

namespace {

constexpr std::size_t kLanes = 4;
using Double4 = double __attribute__((vector_size(kLanes * sizeof(double))));

// An input that is not 0, and its weights to the outputs.
struct Input {
    double number;
    const double* weights;
};

// Outputs in `Parts` vectors from this column on: each is its bias plus the sum of number x weight,
// in the order of the inputs.
template <std::size_t Parts>
[[gnu::always_inline]] inline void weigh_some(std::span<const Input> in, std::size_t from,
                                              const double* bias, double* out) {
    std::array<Double4, Parts> sums;
    std::memcpy(sums.data(), bias + from, sizeof sums);
    for (const auto& [number, row] : in) {
        std::array<Double4, Parts> weights;
        std::memcpy(weights.data(), row + from, sizeof weights);
        for (std::size_t part = 0; part < Parts; ++part) sums[part] += number * weights[part];
    }
    std::memcpy(out + from, sums.data(), sizeof sums);
}

MJ_CLONES void weigh(std::span<const Input> in, const double* bias, std::size_t width,
                     double* out) {
    constexpr std::size_t parts = 8;
    std::size_t from = 0;
    for (; from + parts * kLanes <= width; from += parts * kLanes) {
        weigh_some<parts>(in, from, bias, out);
    }
    for (; from < width; from += kLanes) weigh_some<1>(in, from, bias, out);
}

// The inputs that are not 0: most are, and add nothing to a sum.
void take_inputs(std::span<const double> numbers, const double* weights, std::size_t width,
                 std::vector<Input>& in) {
    in.resize(numbers.size());
    std::size_t size = 0;
    for (const double number : numbers) {
        in[size] = {number, weights};
        size += static_cast<std::size_t>(number != 0);
        weights += width;
    }
    in.resize(size);
}

}  // namespace

Expected<AdvantageModel> AdvantageModel::of(std::vector<std::vector<double>> weights,
                                            std::vector<std::vector<double>> biases) {
    const Fault unfit{"the layers of the model do not fit one another"};
    if (weights.size() != biases.size()) return unfit;
    AdvantageModel model;
    std::size_t ins = kCandidateFeatures;
    for (std::size_t place = 0; place < weights.size(); ++place) {
        const std::size_t outs = biases[place].size();
        if (outs == 0 || weights[place].size() != outs * ins) return unfit;
        model.layers_.push_back(layer_of(weights[place], biases[place], ins));
        ins = outs;
    }
    if (ins != 1) return Fault{"the model gives no points"};
    return model;
}

// From weights [out][in].
AdvantageModel::Layer AdvantageModel::layer_of(std::span<const double> weight,
                                               std::span<const double> bias, std::size_t ins) {
    const std::size_t outs = bias.size();
    const std::size_t width = (outs + kLanes - 1) / kLanes * kLanes;
    Layer layer{std::vector<double>(ins * width), {bias.begin(), bias.end()}, outs};
    layer.bias.resize(width);
    for (std::size_t out = 0; out < outs; ++out) {
        for (std::size_t in = 0; in < ins; ++in) {
            layer.weight[in * width + out] = weight[out * ins + in];
        }
    }
    return layer;
}

double AdvantageModel::points(std::span<const double> features) const {
    std::vector<double> numbers(features.begin(), features.end());
    std::vector<double> out;
    std::vector<Input> in;
    for (const Layer& layer : layers_) {
        const std::size_t width = layer.bias.size();
        out.resize(width);
        take_inputs(numbers, layer.weight.data(), width, in);
        weigh(in, layer.bias.data(), width, out.data());
        if (&layer == &layers_.back()) break;
        out.resize(layer.outs);
        for (double& number : out) number = std::max(number, 0.0);
        std::swap(numbers, out);
    }
    return out.front();
}

}  // namespace mj

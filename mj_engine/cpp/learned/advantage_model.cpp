#include "learned/advantage_model.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "learned/candidate_features.hpp"

namespace mj {

Expected<AdvantageModel> AdvantageModel::of(std::vector<std::vector<double>> weights,
                                            std::vector<std::vector<double>> biases) {
    const Fault unfit{"the layers of the model do not fit one another"};
    if (weights.size() != biases.size()) return unfit;
    AdvantageModel model;
    std::size_t ins = kCandidateFeatures;
    for (std::size_t place = 0; place < weights.size(); ++place) {
        const std::size_t outs = biases[place].size();
        if (outs == 0 || weights[place].size() != outs * ins) return unfit;
        model.layers.push_back({std::move(weights[place]), std::move(biases[place])});
        ins = outs;
    }
    if (ins != 1) return Fault{"the model gives no points"};
    return model;
}

double AdvantageModel::points(std::span<const double> features) const {
    std::vector<double> in(features.begin(), features.end());
    std::vector<double> out;
    for (const Layer& layer : layers) {
        out.clear();
        const double* row = layer.weight.data();
        for (const double bias : layer.bias) {
            out.push_back(std::inner_product(in.begin(), in.end(), row, bias));
            row += in.size();
        }
        if (&layer == &layers.back()) break;
        for (double& number : out) number = std::max(number, 0.0);
        std::swap(in, out);
    }
    return out.front();
}

}  // namespace mj

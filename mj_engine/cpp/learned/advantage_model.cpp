#include "learned/advantage_model.hpp"

#include <algorithm>
#include <numeric>

namespace mj {

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

#include "odds/forecast/brings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mj {

namespace {

// The place of the fan.
constexpr std::size_t kFan = 16;

std::vector<double> outputs_of(const ForecastFeatures& features, const ForecastFit& fit) {
    std::vector<double> in(features.size());
    for (std::size_t place = 0; place < in.size(); ++place) {
        in[place] = (features[place] - fit.mean[place]) / fit.scale[place];
    }
    std::vector<double> out;
    for (const auto& layer : fit.layers) {
        if (&layer != fit.layers.data()) {
            for (double& number : in) number = std::max(number, 0.0);
        }
        out.clear();
        const double* row = layer.weight.data();
        for (const double bias : layer.bias) {
            out.push_back(std::inner_product(in.begin(), in.end(), row, bias));
            row += in.size();
        }
        std::swap(in, out);
    }
    return in;
}

}  // namespace

Forecast forecast_of(const ForecastFeatures& features, double deal_in, const ForecastFit& fit) {
    const auto said = outputs_of(features, fit);
    const double chance = 1 / (1 + std::exp(-said[0]));
    const double win_score = kTens * (said[1] + features[kFan] * said[2]);
    const double other_score = kTens * said[3];
    const double score = chance * win_score + (1 - chance) * other_score;
    return {(1 - deal_in) * chance, (1 - deal_in) * score - deal_in * fit.deal_in_costs, win_score,
            other_score};
}

}  // namespace mj

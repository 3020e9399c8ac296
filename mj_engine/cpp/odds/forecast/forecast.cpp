#include "odds/forecast/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numbers/forecast.hpp"
#include "numbers/win_chance.hpp"

namespace mj {

namespace {

static_assert(numbers::forecast::kMean.size() == kForecastFeatures);
// The index of the fan.
constexpr std::size_t kFan = 16;

std::vector<double> outputs_of(const ForecastFeatures& features) {
    std::vector<double> in(features.size());
    for (std::size_t place = 0; place < in.size(); ++place) {
        in[place] =
            (features[place] - numbers::forecast::kMean[place]) / numbers::forecast::kScale[place];
    }
    std::vector<double> out;
    const double* row = numbers::forecast::kWeights.data();
    const double* bias = numbers::forecast::kBiases.data();
    for (const int size : numbers::forecast::kSizes) {
        if (bias != numbers::forecast::kBiases.data()) {
            for (double& number : in) number = std::max(number, 0.0);
        }
        out.clear();
        for (int place = 0; place < size; ++place, row += in.size()) {
            out.push_back(std::inner_product(in.begin(), in.end(), row, *bias++));
        }
        std::swap(in, out);
    }
    return in;
}

}  // namespace

Forecast forecast_of(const ForecastFeatures& features, double deal_in) {
    const auto said = outputs_of(features);
    const double chance = 1 / (1 + std::exp(-said[0]));
    const double win_score = kTens * (said[1] + features[kFan] * said[2]);
    const double other_score = kTens * said[3];
    const double score = chance * win_score + (1 - chance) * other_score;
    return {(1 - deal_in) * chance,
            (1 - deal_in) * score - deal_in * numbers::win_chance::kDealInCosts, win_score,
            other_score};
}

}  // namespace mj

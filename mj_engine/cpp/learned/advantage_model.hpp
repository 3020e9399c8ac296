// AdvantageModel: dense layers over a candidate's features, which give its points.
// Its twin: mj_bot/learned/model.py.
#pragma once

#include <span>
#include <vector>

#include "core/expected.hpp"

namespace mj {

// Between layers numbers below 0 become 0; mj_bot.learned.model says what the points are.
struct AdvantageModel {
    // Of each layer all its weights, [out][in] in one row, and its biases. Says what is wrong with
    // layers that do not fit.
    static Expected<AdvantageModel> of(std::vector<std::vector<double>> weights,
                                       std::vector<std::vector<double>> biases);

    struct Layer {
        std::vector<double> weight;  // [out][in]
        std::vector<double> bias;    // [out]
    };
    std::vector<Layer> layers;  // the first takes kCandidateFeatures numbers, the last gives one

    [[nodiscard]] double points(std::span<const double> features) const;
};

}  // namespace mj

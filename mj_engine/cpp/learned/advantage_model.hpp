// AdvantageModel: a dense network from a candidate's features to its points.
// Its twin: mj_bot/learned/model.py.
#pragma once

#include <span>
#include <vector>

#include "core/expected.hpp"

namespace mj {

// ReLU between layers; mj_bot.learned.model defines the points.
struct AdvantageModel {
    // For each layer its weights, [out][in] in one row, and its biases. Returns an error for layers
    // that do not fit.
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

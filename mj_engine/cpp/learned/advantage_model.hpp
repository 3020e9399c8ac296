// AdvantageModel: a dense network from a candidate's features to its points.
// Its twin: mj_bot/learned/model.py.
#pragma once

#include <cstddef>
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

    [[nodiscard]] double points(std::span<const double> features) const;

  private:
    // Rows are padded with zeros to whole lanes.
    struct Layer {
        std::vector<double> weight;  // [in][padded outs]: the lanes are outputs
        std::vector<double> bias;    // [padded outs]
        std::size_t outs;
    };
    static Layer layer_of(std::span<const double> weight, std::span<const double> bias,
                          std::size_t ins);

    std::vector<Layer> layers_;  // the first takes kCandidateFeatures numbers, the last gives one
};

}  // namespace mj

// Valued: what a tactic that is made of `odds` thinks of a decision, with the features of it.
#pragma once

#include <span>
#include <vector>

#include "odds/odds.hpp"

namespace mj {

// all: the tactic's candidates, until it is asked again. taken: the place of the one it takes.
// expected: the points of the game that it expects, by its odds.
struct Valued {
    std::span<const Candidate> all;
    std::size_t taken;
    double expected;
};

// Features of all candidates, row after row.
struct FeatureRows {
    std::vector<float> all;
    std::size_t width;

    [[nodiscard]] std::vector<float> row(std::size_t place) const {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(place * width);
        return {first, first + static_cast<std::ptrdiff_t>(width)};
    }
};

// Throws std::logic_error if the tactic has no candidates.
Valued valued_by(Tactic& tactic, const View& view, std::span<const Action> legal);

FeatureRows candidate_rows(const View& view, const Valued& valued);

// How many features a candidate has.
std::size_t feature_count();

}  // namespace mj

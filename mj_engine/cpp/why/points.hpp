// Points: where the points between two candidates come from: winning more often, a win's pay,
// danger, what `learned` adds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/action.hpp"
#include "why/plans.hpp"

namespace mj::why {

// Of fewer points than this between two candidates there is no reason worth a sentence. What is as
// good is another matter (mj_lab/explain/analysis/losses.py).
inline constexpr double kEqual = 0.3;

// A candidate as it is shown: an answer, with what a tactic says of it. Any figure may be missing.
struct Row {
    std::string text;              // the answer as it is sent
    std::optional<Action> action;  // nothing for what is not legal: it leaves no hand to look at
    std::optional<double> win_chance, expected_score, deal_in, learned;
    std::optional<double> probability;  // a network's
    std::optional<int> fan;             // of a win
    std::vector<Plan> plans;            // the likeliest first

    [[nodiscard]] bool wins() const { return text == "HU"; }
    [[nodiscard]] double danger() const { return deal_in.value_or(0.0); }
};

enum class Cause : std::uint8_t { Chance, Pay, Danger, Learned };
inline constexpr int kCauses = 4;

struct PointParts {
    double total;
    std::array<double, kCauses> of;  // by cause; the sum is `total`
};

// How many points one candidate is ahead of another; nothing if either has none.
std::optional<double> apart(const Row& one, const Row& other);

// The points between two candidates by their causes; nothing if one lacks a figure, or deals in
// for sure. They are (1 - danger) x (chance x pay + (1 - chance) x otherwise) - danger x costs.
std::optional<PointParts> point_parts(const Row& better, const Row& than);

}  // namespace mj::why

// Points: splits the points between two candidates by cause: win chance, a win's pay, danger, what
// `learned` adds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/action.hpp"
#include "why/plans.hpp"

namespace mj::why {

// A smaller difference in points needs no reason. What counts as equally good is decided elsewhere
// (mj_lab/explain/analysis/losses.py).
inline constexpr double kEqual = 0.3;

// A candidate as shown: an answer and a tactic's figures for it. Any figure may be missing.
struct Row {
    std::string text;              // the answer as sent
    std::optional<Action> action;  // nothing if not legal: there is no hand to look at
    std::optional<double> win_chance, expected_score, deal_in, learned;
    std::optional<double> probability;  // a network's output
    std::optional<int> fan;             // if it is a win
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

// How many points `one` is ahead of `other`; nothing if either has none.
std::optional<double> apart(const Row& one, const Row& other);

// The difference in points by cause; nothing if a figure is missing or a candidate deals in for
// sure. The points are (1 - danger) x (chance x pay + (1 - chance) x otherwise) - danger x costs.
std::optional<PointParts> point_parts(const Row& better, const Row& than);

}  // namespace mj::why

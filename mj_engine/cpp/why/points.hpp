// Points: where the points between two candidates come from: winning more often, a win's pay,
// danger, what `learned` adds.
// Its twin: mj_lab/analysis/why/points.py.
#pragma once

#include <array>
#include <optional>

#include "core/action.hpp"
#include "odds/value/likeliest.hpp"
#include "why/tables.hpp"

namespace mj::why {

// A candidate as it is shown: figures of four digits, the danger where it is known.
struct Row {
    Action action;
    double win_chance, expected_score;
    std::optional<double> deal_in;
    double learned;
    std::vector<LikelyTarget> targets;

    [[nodiscard]] double danger() const { return deal_in.value_or(0.0); }
    [[nodiscard]] double forecast() const { return expected_score - learned; }
};

enum class Cause : std::uint8_t { Chance, Pay, Danger, Learned };
inline constexpr int kCauses = 4;

struct PointParts {
    double total;
    std::array<double, kCauses> of;  // by cause
};

// The points between two candidates by their causes; nothing if one deals in for sure.
std::optional<PointParts> point_parts(const Row& better, const Row& than, const Limits& limits,
                                      double deal_in_costs);

}  // namespace mj::why

// Losses: what an answer loses against a tactic's choice: the kind of decision, points, grade.
// Its twin: mj_lab/analysis/losses.py.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/action.hpp"

namespace mj {

// In the order of mj_lab's LOSS_KINDS.
enum class LossKind : std::uint8_t { Discard, ClaimMade, ClaimMissed, Kong, WinPassed };
inline constexpr int kLossKinds = 5;
inline constexpr std::array<std::string_view, kLossKinds> kLossKindNames{
    "discard", "claim made", "claim missed", "kong", "win passed"};
inline constexpr std::array<std::string_view, 3> kGradeNames{"slight", "mistake", "blunder"};

// From predicted to true losses: by kind offset and slope; the least loss of each grade. In points.
struct LossScale {
    std::array<std::array<double, 2>, kLossKinds> lines;
    std::array<double, kGradeNames.size()> limits;
};

// The points between the choice and what was played as predicted, and by the scale.
struct Loss {
    LossKind kind;
    double predicted, lost;
    std::optional<std::string_view> grade;  // nothing for a loss that may well be none
};

// The kind of a decision in which something else was played than the best.
LossKind loss_kind_of(const Action& best, const Action& played);

// What is lost, by the points predicted for the best and for what was played.
Loss loss_of(const Action& best, const Action& played, double of_best, double of_played,
             const LossScale& scale);

}  // namespace mj

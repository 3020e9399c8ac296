// Losses: what an answer loses against the best one: the kind of decision, points, error, grade.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/action.hpp"

namespace mj {

// In the order of mj_lab's LOSS_KINDS. Discards by rows of six, as they lie on the table; defence
// is a discard where at least half of the difference is danger.
enum class LossKind : std::uint8_t {
    Early,
    Middle,
    Late,
    Defence,
    ClaimMade,
    ClaimMissed,
    Kong,
    WinPassed,
    WinTaken
};
inline constexpr int kLossKinds = 9;
inline constexpr std::array<std::string_view, kLossKinds> kLossKindNames{
    "discard early", "discard middle", "discard late", "defence",  "claim made",
    "claim missed",  "kong",           "win passed",   "win taken"};
inline constexpr std::array<std::string_view, 3> kGradeNames{"slight", "mistake", "blunder"};

// What is said of an action: its points by the values that the tactic plays by, and by the
// forecast of the action alone; the chance that it deals in.
struct Figures {
    Action action;
    double value, forecast, deal_in;
};

// From figures to true losses, fitted to play-outs (`mj check calibrate`); all in points.
struct LossScale {
    // Of a true loss for a point between the values, between the forecasts, between the costs of
    // the dangers, and, by kind, for a point more between the values.
    double value, forecast, danger;
    std::array<double, kLossKinds> by_kind;
    // True losses lie about what is shown: the root of base² + (share x lost)².
    double base, share;
    std::array<double, kGradeNames.size()> limits;  // the least loss of each grade
};

// What was played in place of the best. predicted: the points between the values of the two;
// forecast, danger: between their forecasts, and between the costs of their dangers. lost:
// the true loss to expect. error: the standard deviation of the true one about it. What has no
// grade is as good: a loss that may well be none.
struct Loss {
    LossKind kind;
    double predicted, forecast, danger, lost, error;
    std::optional<std::string_view> grade;

    [[nodiscard]] bool as_good() const { return !grade; }
};

// Of what an answer may have been, what it counts as: the best, which is the first, if it may be
// it, else what has the most points. Nothing if none is there.
const Figures* taken_for(std::span<const Figures> all, std::span<const Action> meant);

// The standard deviation of the true loss about this one.
double error_of(double lost, const LossScale& scale);

// discards: own ones before.
Loss loss_of(const Figures& best, const Figures& played, int discards, const LossScale& scale);

}  // namespace mj

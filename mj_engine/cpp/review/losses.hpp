// Losses: what an answer loses against the best one: kind, points, error, grade.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/action.hpp"

namespace mj {

// In the order of mj_lab's LOSS_KINDS. Discards are early, middle or late by rows of six, as they
// lie on the table. Defence: a discard where danger makes at least half of the difference.
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

// An action's points by the tactic's values and by the forecast alone, and its deal-in chance.
struct Figures {
    Action action;
    double value, forecast, deal_in;
};

// Maps figures to true losses; fitted to play-outs (`mj check calibrate`). All in points.
struct LossScale {
    // Coefficients of the true loss: for the difference in value, in forecast, in cost of danger,
    // and an extra one for value by kind.
    double value, forecast, danger;
    std::array<double, kLossKinds> by_kind;
    // The standard deviation of a true loss around the estimate: sqrt(base² + (share x lost)²).
    double base, share;
    std::array<double, kGradeNames.size()> limits;  // the least loss of each grade
};

// An answer against the best one. predicted: the difference in value. forecast, danger: the
// differences in forecast and in cost of danger. lost: the expected true loss. error: its standard
// deviation. grade: none means as good as the best; the loss may well be zero.
struct Loss {
    LossKind kind;
    double predicted, forecast, danger, lost, error;
    std::optional<std::string_view> grade;

    [[nodiscard]] bool as_good() const { return !grade; }
};

// Which action an ambiguous answer counts as: the best (the first) if it may be that, else the one
// with the most points. Null if none matches.
const Figures* taken_for(std::span<const Figures> all, std::span<const Action> meant);

// The standard deviation of the true loss around this estimate.
double error_of(double lost, const LossScale& scale);

// discards: own discards before this one.
Loss loss_of(const Figures& best, const Figures& played, int discards, const LossScale& scale);

}  // namespace mj

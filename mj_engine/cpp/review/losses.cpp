#include "review/losses.hpp"

#include <algorithm>
#include <cmath>

#include "numbers/win_chance.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

constexpr int kRow = 6;  // discards lie in rows of six
constexpr int kLastRow = 2;

// More than four digits would only make files longer.
double rounded(double points) {
    constexpr double kDigits = 1e4;
    return std::round(points * kDigits) / kDigits;
}

// The cost of the extra danger.
double danger_of(const Figures& best, const Figures& played) {
    return numbers::win_chance::kDealInCosts * (played.deal_in - best.deal_in);
}

LossKind kind_of(const Figures& best, const Figures& played, int discards) {
    const Action& wanted = best.action;
    const Action& given = played.action;
    if (wanted.kind == ActionKind::Hu) return LossKind::WinPassed;
    if (given.kind == ActionKind::Hu) return LossKind::WinTaken;
    if (is_kong(wanted) || is_kong(given)) return LossKind::Kong;
    // A claim with a different discard than the best counts as a loss of the discard.
    if (!mj::discards(wanted) || wanted.kind != given.kind || wanted.chow != given.chow) {
        return given.kind != ActionKind::Pass ? LossKind::ClaimMade : LossKind::ClaimMissed;
    }
    const double apart = best.value - played.value;
    if (apart > 0 && danger_of(best, played) >= apart / 2) return LossKind::Defence;
    return static_cast<LossKind>(std::min(discards / kRow, kLastRow));
}

}  // namespace

const Figures* taken_for(std::span<const Figures> all, std::span<const Action> meant) {
    const Figures* found = nullptr;
    for (const Figures& one : all) {
        const auto may_be = [&](const Action& action) { return action.same(one.action); };
        if (std::ranges::none_of(meant, may_be)) continue;
        if (&one == all.data()) return &one;
        if (found == nullptr || one.value > found->value) found = &one;
    }
    return found;
}

double error_of(double lost, const LossScale& scale) {
    return rounded(std::hypot(scale.base, scale.share * lost));
}

Loss loss_of(const Figures& best, const Figures& played, int discards, const LossScale& scale) {
    const LossKind kind = kind_of(best, played, discards);
    const double apart = best.value - played.value;
    const double by_value = scale.value + scale.by_kind[static_cast<std::size_t>(kind)];
    const double forecast = best.forecast - played.forecast;
    const double danger = danger_of(best, played);
    const double lost = by_value * apart + scale.forecast * forecast + scale.danger * danger;
    Loss loss{.kind = kind,
              .predicted = rounded(apart),
              .forecast = rounded(forecast),
              .danger = rounded(danger),
              .lost = rounded(std::max(0.0, lost)),
              .error = 0,
              .grade = std::nullopt};
    loss.error = error_of(loss.lost, scale);
    for (std::size_t grade = 0; grade < kGradeNames.size(); ++grade) {
        if (loss.lost >= scale.limits[grade]) loss.grade = kGradeNames[grade];
    }
    return loss;
}

}  // namespace mj

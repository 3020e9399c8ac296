#include "review/losses.hpp"

#include <algorithm>
#include <cmath>

#include "tactics/successor.hpp"

namespace mj {

namespace {

// Losses have four digits, as in Python: files would only be longer.
double rounded(double points) {
    constexpr double kDigits = 1e4;
    return std::round(points * kDigits) / kDigits;
}

}  // namespace

LossKind loss_kind_of(const Action& best, const Action& played) {
    if (best.kind == ActionKind::Hu) return LossKind::WinPassed;
    if (is_kong(best) || is_kong(played)) return LossKind::Kong;
    // A claim with another discard than the best one is a matter of the discard.
    if (discards(best) && best.kind == played.kind && best.chow == played.chow) {
        return LossKind::Discard;
    }
    return played.kind != ActionKind::Pass ? LossKind::ClaimMade : LossKind::ClaimMissed;
}

Loss loss_of(const Action& best, const Action& played, double of_best, double of_played,
             const LossScale& scale) {
    Loss loss{.kind = loss_kind_of(best, played),
              .predicted = rounded(of_best - of_played),
              .lost = 0,
              .grade = std::nullopt};
    const auto [offset, slope] = scale.lines[static_cast<std::size_t>(loss.kind)];
    loss.lost = rounded(std::max(0.0, offset + slope * loss.predicted));
    for (std::size_t grade = 0; grade < kGradeNames.size(); ++grade) {
        if (loss.lost >= scale.limits[grade]) loss.grade = kGradeNames[grade];
    }
    return loss;
}

}  // namespace mj

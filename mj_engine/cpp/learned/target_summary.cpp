#include "learned/target_summary.hpp"

#include <algorithm>

#include "numbers/fan.hpp"
#include "numbers/nearest.hpp"

namespace mj {

TargetSummary target_summary(const HandContext& context, std::span<const TargetHand> targets,
                             Tile discard) {
    const bool discards = discard != kNoTile;
    TargetSummary reach{.distance = 2 * numbers::nearest::kUnreachable,
                        .shape = 2 * numbers::nearest::kUnreachable};
    int farthest = -1;
    int fans = 0;
    int special = 0;
    for (const TargetHand& target : targets) {
        // A complete hand that may not win has to break up.
        if (discards && target.distance == 0) continue;
        farthest = std::max<int>(farthest, target.distance);
        if (discards && target.counts[discard] >= context.have[discard]) continue;
        reach.dearest = std::max<int>(reach.dearest, target.fan);
        reach.shape = std::min<int>(reach.shape, target.distance);
        if (target.fan < numbers::fan::kMinFan || target.distance > reach.distance) continue;
        if (target.distance < reach.distance) {
            reach.distance = target.distance;
            reach.ways = fans = special = 0;
        }
        ++reach.ways;
        fans += target.fan;
        special += target.claimable ? 0 : 1;
    }
    if (farthest < 0) return {};
    reach.distance = std::min(reach.distance, farthest + 1);
    reach.shape = std::min(reach.shape, farthest + 1);
    if (reach.ways > 0) {
        reach.fan = static_cast<double>(fans) / reach.ways;
        reach.special = static_cast<double>(special) / reach.ways;
    }
    return reach;
}

void TargetSummaries::see(const ValuedHand& hand) {
    if (hand.place < seen_.size()) {
        seen_.clear();
        used_ = 0;
    }
    if (used_ == 0 || hands_[used_ - 1].context != hand.context) {
        if (used_ == std::ssize(hands_)) hands_.emplace_back();
        Hand& fresh = hands_[used_++];
        fresh.context = hand.context;
        fresh.targets.assign(hand.targets.begin(), hand.targets.end());
    }
    seen_.resize(hand.place);
    seen_.push_back({used_ - 1, hand.discard});
}

TargetSummary TargetSummaries::of(std::size_t place) const {
    if (place >= seen_.size() || seen_[place].hand < 0) return {};
    const Hand& hand = hands_[seen_[place].hand];
    return target_summary(hand.context, hand.targets, seen_[place].discard);
}

}  // namespace mj

#include "odds/value/finishes.hpp"

#include <algorithm>

#include "numbers/fan.hpp"
#include "numbers/finishes.hpp"
#include "numbers/target_table.hpp"

namespace mj {

void Finishes::make(const HandContext& context, std::span<const TargetHand> targets,
                    const Columns& columns, int lanes) {
    modes_ = context.concealed ? kModes : 1;
    lanes_ = lanes;
    stride_ = static_cast<std::size_t>(modes_) * 2 * lanes;
    have_ = Multiset(context.have);
    const Multiset melded = have_.without(Multiset(context.hand));
    missing_.clear(targets.size());
    groups_.clear();
    rows_.assign(stride_, 0);
    for (std::size_t place = 0; place < targets.size(); ++place) {
        const TargetHand& target = targets[place];
        const Group& group = group_of(target);
        const Fans least = least_fan(target);
        if (!group.exact) {
            raise(group.first_row, least, columns.spare[place]);
            continue;
        }
        const Multiset whole = target.tiles.without(melded);
        for (std::uint64_t left = group.tiles; left != 0; left &= left - 1) {
            const auto tile = static_cast<Tile>(std::countr_zero(left));
            Multiset hand = whole;
            hand.take(tile);
            raise(row_of(group, tile), counted(target, least, hand, tile, context),
                  columns.spare[place]);
        }
    }
}

const Finishes::Group& Finishes::group_of(const TargetHand& target) {
    const Multiset lacks = target.tiles.without(have_);
    const int number = missing_.number(lacks);
    if (number == std::ssize(groups_)) {
        const std::uint64_t kinds = lacks.kinds();
        const bool exact = target.distance <= options_.exact_distance;
        const auto first_row = static_cast<std::uint32_t>(rows_.size() / stride_);
        groups_.push_back({kinds, first_row, target.distance, exact});
        rows_.resize(rows_.size() + stride_ * (exact ? std::popcount(kinds) : 1), 0);
    }
    return groups_[number];
}

// The fan that a target has in any case.
Finishes::Fans Finishes::least_fan(const TargetHand& target) const {
    const int fan = target.fan;
    if (fan == numbers::target_table::kChicken)
        return {{{numbers::finishes::kFarChickenFan, 0}, {0, 0}}};
    if (modes_ == kModes && !target.claimable) {
        // These forms are always concealed, and concealment adds no fan to them.
        return {{{0, 0}, {fan, fan + numbers::finishes::kSelfDrawnFan}}};
    }
    return {
        {{fan, fan + numbers::finishes::kSelfDrawnFan},
         {fan + numbers::finishes::kConcealedFan, fan + numbers::finishes::kFullyConcealedFan}}};
}

// The fan of a near target finished with this tile. If a concealed hand is still to be opened, the
// claim is unknown, so only the least fan and that of the wait count.
Finishes::Fans Finishes::counted(const TargetHand& target, const Fans& least, const Multiset& hand,
                                 Tile tile, const HandContext& context) const {
    const auto found =
        fans_.finished(hand, context.melds, tile, context.seat_wind, context.prevalent_wind);
    const std::array<int, 2> exact{found.on_discard, found.self_drawn};
    if (modes_ != kModes) return {{exact, exact}};
    std::array<int, 2> opened{0, 0};
    if (target.fan == numbers::target_table::kChicken) {
        if (found.wait == 0) opened[kOnDiscard] = numbers::finishes::kChickenFan;
    } else if (target.claimable) {
        opened = {least[kOpen][kOnDiscard] + found.wait, least[kOpen][kSelfDrawn] + found.wait};
    }
    return {{opened, exact}};
}

float Finishes::value_of(int fan, int how) const {
    const int lacks = numbers::fan::kMinFan - fan;
    if (lacks > 2) return 0;
    double part = 1;
    if (lacks == 1) part = options_.seven_fan_weight;
    if (lacks == 2) part = options_.six_fan_weight;
    const int times = how == kSelfDrawn ? kOthers : 1;
    const double whole = numbers::finishes::kBaseValue +
                         options_.fan_value * times * std::max(fan, numbers::fan::kMinFan);
    return static_cast<float>(part) * static_cast<float>(whole);
}

// Raises a row to the value of these fans, in the columns that the target can spare.
void Finishes::raise(std::size_t row, const Fans& fans, unsigned spare) {
    float* to = rows_.data() + row * stride_;
    for (int mode = 0; mode < modes_; ++mode) {
        for (int how = 0; how < 2; ++how, to += lanes_) {
            const float value = value_of(fans[mode][how], how);
            if (value <= 0) continue;
            for (unsigned left = spare; left != 0; left &= left - 1) {
                float& in_column = to[std::countr_zero(left)];
                in_column = std::max(in_column, value);
            }
        }
    }
}

}  // namespace mj

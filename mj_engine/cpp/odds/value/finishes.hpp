// Finishes: groups targets by the tiles they lack, and values finishing each group by its last
// tile.
// Its twin: mj_bot/odds/value/finishes.py.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "numbers/options.hpp"
#include "odds/hand_context.hpp"
#include "odds/multiset.hpp"
#include "odds/value/columns.hpp"
#include "odds/value/fan_cache.hpp"

namespace mj {

// A hand's mode (concealed or opened by a claim), and how its last tile comes.
inline constexpr int kOpen = 0, kConcealed = 1;
inline constexpr int kModes = 2;
inline constexpr int kOnDiscard = 0, kSelfDrawn = 1;
inline constexpr int kOthers = kSeats - 1;

class Finishes {
  public:
    Finishes(const OddsOptions& options, FanCache& fans) : options_(options), fans_(fans) {}

    // Groups the targets. lanes: the floats in a row of columns; unused ones are 0.
    void make(const HandContext& context, std::span<const TargetHand> targets,
              const Columns& columns, int lanes);

    [[nodiscard]] int modes() const { return modes_; }
    // The missing tiles of each group's targets.
    [[nodiscard]] const MultisetIndex& missing() const { return missing_; }
    [[nodiscard]] int distance(int group) const { return groups_[group].distance; }

    // Values by mode, how and column: of not winning, and of finishing a group with this tile.
    [[nodiscard]] const float* nothing() const { return rows_.data(); }
    [[nodiscard]] const float* value(int group, unsigned tile) const {
        return rows_.data() + stride_ * row_of(groups_[group], tile);
    }

  private:
    using Fans = std::array<std::array<int, 2>, kModes>;
    struct Group {
        std::uint64_t tiles;  // the missing kinds
        std::uint32_t first_row;
        std::uint8_t distance;
        bool exact;  // one row per possible last tile
    };

    [[nodiscard]] static std::size_t row_of(const Group& group, unsigned tile) {
        if (!group.exact) return group.first_row;
        return group.first_row + std::popcount(group.tiles & ((std::uint64_t{1} << tile) - 1));
    }
    const Group& group_of(const TargetHand& target);
    [[nodiscard]] Fans least_fan(const TargetHand& target) const;
    [[nodiscard]] Fans counted(const TargetHand& target, const Fans& least, const Multiset& hand,
                               Tile tile, const HandContext& context) const;
    void raise(std::size_t row, const Fans& fans, unsigned spare);
    [[nodiscard]] float value_of(int fan, int how) const;

    const OddsOptions& options_;
    FanCache& fans_;
    int modes_ = 1, lanes_ = 1;
    std::size_t stride_ = 0;
    Multiset have_;
    MultisetIndex missing_;
    std::vector<Group> groups_;
    std::vector<float> rows_;  // [row][mode][how][lane]; the first row is for no win
};

}  // namespace mj

// LookAhead: the feature `look_ahead`: the wins of 8 fan or more still open after each discard.
// Its twin: mj_bot/features/look_ahead.py.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/state.hpp"
#include "features/claims.hpp"
#include "odds/multiset.hpp"
#include "odds/targets/nearest.hpp"
#include "odds/value/columns.hpp"

namespace mj {

// The number of tiles to replace goes from 0 to kReplaced - 1.
inline constexpr int kReplaced = 5;
// The classes: Chicken Hands first, then by least fan.
inline constexpr std::array<int, 7> kLeastFans{6, 8, 12, 16, 24, 32, 48};
inline constexpr int kFanClasses = 1 + int{kLeastFans.size()};
// Three ways to weigh unseen copies: all alike, by the chance of a draw, by that of a discard.
inline constexpr int kChances = 3;

inline constexpr int kLookAheadBlock = kReplaced * kFanClasses;
inline constexpr int kClaimBlock = kReplaced * 2;
inline constexpr int kLookAheadChannels =
    (1 + kChances) * kLookAheadBlock + kClaimPlaces * kClaimBlock;
inline constexpr std::size_t kLookAheadCells = std::size_t{kLookAheadChannels} * kTileKinds;

// Its caches change its speed, never its results. Not thread-safe.
class LookAhead {
  public:
    explicit LookAhead(std::shared_ptr<const OddsTables> tables);

    // [kLookAheadChannels, 34]; see mj_bot.features.look_ahead.
    void write(const GameState& state, std::span<std::uint8_t, kLookAheadCells> cells);

  private:
    // Targets that lack the same tiles: for those of each class, the discards that at least one of
    // them can spare.
    struct Group {
        std::array<std::uint16_t, kFanClasses> spare{};
        unsigned classes = 0;  // those of its targets, one bit each
        int distance = 0;
    };

    void weigh(const GameState& state);
    void search(const GameState& state, const Counts& hand, const Melds& melds, bool discarding,
                bool keep);
    void group(const Multiset& lacks, const Nearest::Near& target, unsigned spare);
    void add(const Multiset& missing, const Group& group);
    void add_higher_classes();
    [[nodiscard]] std::uint8_t byte_of(int chance, int replaced, int its_class,
                                       unsigned column) const;
    void write_blocks(std::uint8_t* cells) const;
    void write_claim(std::uint8_t* cells, int channel) const;
    void write_channel(std::uint8_t* cells, int channel, int chance, int replaced,
                       int its_class) const;

    std::shared_ptr<const OddsTables> tables_;
    OddsOptions options_{};
    FanCache fans_;
    Nearest nearest_;

    Counts unseen_{};
    // By tile, copies wanted and chance: the weighted number of ways to get them.
    std::array<std::array<std::array<std::int64_t, kChances>, kCopies + 1>, kTileKinds> ways_{};
    std::array<std::array<double, kReplaced>, kChances> in_all_{};

    std::array<Tile, kMostColumns> discards_{};  // those of the last search
    unsigned columns_ = 0;
    bool discarding_ = false;
    MultisetIndex missing_;
    std::vector<Group> groups_;
    // [replaced][class][column][chance]
    using Sums = std::array<std::array<std::int64_t, kChances>, kMostColumns>;
    std::array<std::array<Sums, kFanClasses>, kReplaced> sums_{};
};

}  // namespace mj

// OddsTables: the target table, laid out for the search; built once, read-only, shared.
// Its twin: mj_bot/odds/targets/target_table.py.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/expected.hpp"
#include "core/tile.hpp"

namespace mj {

// A part is what a target holds of one suit: 0-4 sets and perhaps a pair. Its class tells how many.
inline constexpr int kPartClasses = 10;
inline constexpr int kTargetTiles = 14;
inline constexpr int kHonours = kTileKinds - kFirstHonour;

constexpr int tiles_of_class(int part_class) { return 3 * (part_class / 2) + 2 * (part_class % 2); }

// The class with this many tiles, -1 if there is none.
constexpr int class_of_size(int tiles) {
    if (tiles < 0 || tiles > kTargetTiles || tiles % 3 == 1) return -1;
    return 2 * (tiles / 3) + (tiles % 3) / 2;
}

// All parts of one suit, or of the honours, ordered by class.
struct Parts {
    int tiles = 0;                               // the number of kinds in the suit
    std::vector<std::uint8_t> counts;            // [part][tile]
    std::vector<std::uint8_t> rows;              // [tile][part]
    std::vector<std::uint32_t> packed;           // [part]: its tiles, three bits each
    std::vector<std::int32_t> codes;             // which sets: chows 3 bits each, pungs one
    std::array<int, kPartClasses + 1> starts{};  // where each class begins

    [[nodiscard]] int size() const { return static_cast<int>(codes.size()); }
    [[nodiscard]] const std::uint8_t* row(int tile) const {
        return rows.data() + static_cast<std::size_t>(tile) * codes.size();
    }
    [[nodiscard]] const std::uint8_t* of(int part) const {
        return counts.data() + static_cast<std::size_t>(part) * tiles;
    }
};

// Bits of the sets in `Parts::codes`.
inline constexpr unsigned kChowBits = 3;
inline constexpr unsigned kFirstPungBit = kChowBits * (kSuitSize - 2);

// The back of a target (its bamboo and honour parts) and its fan, packed into one number.
class Packed {
  public:
    static constexpr int kMostParts = 0x8000;
    static constexpr int kMostHonourParts = 0x200;

    constexpr Packed() = default;
    constexpr Packed(std::uint32_t bamboos, std::uint32_t honours, std::uint32_t fan)
        : bits_(bamboos << 17U | honours << 8U | fan) {}
    [[nodiscard]] constexpr std::uint32_t bamboos() const { return bits_ >> 17U; }
    [[nodiscard]] constexpr std::uint32_t honours() const { return bits_ >> 8U & 511U; }
    [[nodiscard]] constexpr int fan() const { return static_cast<int>(bits_ & 255U); }

  private:
    std::uint32_t bits_ = 0;
};

class OddsTables {
  public:
    // Reads the bytes of mj_bot's file, already inflated. Returns an error if they are not a table.
    static Expected<OddsTables> of(std::span<const std::uint8_t> bytes);

    // A range of fronts with the same first part, and second parts of one class.
    struct Run {
        std::uint32_t begin, end;
        std::uint8_t second_class;
    };

    [[nodiscard]] const Parts& suit() const { return suit_; }
    [[nodiscard]] const Parts& honours() const { return honours_; }
    [[nodiscard]] std::span<const Run> runs_of(int first_part) const {
        return {runs_.data() + run_starts_[first_part], runs_.data() + run_starts_[first_part + 1]};
    }
    // What a search reads of every front of a run.
    struct Second {
        std::uint16_t part;
        std::uint16_t classes;  // of the bamboo parts of its targets, one bit each
    };
    // By front.
    [[nodiscard]] const Second* seconds() const { return seconds_.data(); }
    // The targets of a front, in table order.
    [[nodiscard]] std::span<const Packed> targets_of(std::uint32_t front) const {
        return {targets_.data() + places_[front].first, targets_.data() + places_[front + 1].first};
    }
    // Whether a front has many targets; if so, `each_group` calls `visit(bamboos, targets)` for
    // each bamboo part of a class and the targets with it, in table order.
    [[nodiscard]] bool has_many(std::uint32_t front) const { return places_[front].many != kFew; }
    template <typename Visit>
    void each_group(std::uint32_t front, int its_class, const Visit& visit) const {
        const ClassStart* start = &class_starts_[class_start_of(front) + its_class];
        const Packed* first = targets_.data() + start[0].target;
        for (auto group = start[0].group; group < start[1].group; ++group) {
            const auto [bamboos, size] = groups_[group];
            visit(bamboos, std::span(first, size));
            first += size;
        }
    }
    // Prefetch what a search reads of a run, where a front's targets are, what is there: the steps
    // lie far apart in memory, so each is taken some fronts before the next.
    void fetch_run(const Run& run) const { __builtin_prefetch(&seconds_[run.begin]); }
    void fetch_place(std::uint32_t front) const { __builtin_prefetch(&places_[front]); }
    void fetch_targets(std::uint32_t front) const {
        if (has_many(front)) {
            __builtin_prefetch(&class_starts_[class_start_of(front)]);
        } else {
            __builtin_prefetch(targets_.data() + places_[front].first);
        }
    }
    void fetch_groups(std::uint32_t front, unsigned classes) const {
        if (!has_many(front)) return;
        for (; classes != 0; classes &= classes - 1) {
            const ClassStart& start =
                class_starts_[class_start_of(front) + std::countr_zero(classes)];
            __builtin_prefetch(&groups_[start.group]);
            __builtin_prefetch(&targets_[start.target]);
        }
    }
    // The bamboo parts of one class that occur in a back with this honour part.
    [[nodiscard]] std::span<const std::uint16_t> bamboos_with(int honour_part,
                                                              int its_class) const {
        const auto* bounds = &back_starts_[honour_part * kPartClasses + its_class];
        return {back_bamboos_.data() + bounds[0], back_bamboos_.data() + bounds[1]};
    }
    // The fan that these winds (0-3) add to an honour part: 1 for a pung of either, 2 more if both
    // are the same wind.
    [[nodiscard]] int wind_lift(int honour_part, int seat_wind, int prevalent_wind) const;

  private:
    using Column = std::span<const std::uint32_t>;

    OddsTables();

    // Each returns an error message, or nullptr.
    const char* lay_out(std::span<const std::uint8_t> bytes);
    const char* lay_out_fronts(Column first, Column second, Column sizes);
    void lay_out_targets(std::uint32_t front);
    [[nodiscard]] std::size_t class_start_of(std::uint32_t front) const {
        return std::size_t{places_[front].many} * (kPartClasses + 1);
    }
    const char* lay_out_backs(Column bamboos, Column honours, Column back_of,
                              std::span<const std::uint8_t> fan);

    Parts suit_, honours_;
    std::vector<Run> runs_;
    std::vector<std::uint32_t> run_starts_;  // [first part + 1]
    std::vector<Second> seconds_;            // [front]
    static constexpr std::uint16_t kFew = 0xFFFF;
    struct Place {
        std::uint32_t first = 0;    // the index of its first target
        std::uint16_t many = kFew;  // its number among the fronts with many targets
    };
    std::vector<Place> places_;  // [front + 1]
    // The targets of a front with the same bamboo part.
    struct Group {
        std::uint16_t bamboos, size;
    };
    // Where the groups and the targets of a class begin.
    struct ClassStart {
        std::uint32_t group, target;
    };
    std::vector<ClassStart> class_starts_;  // [front with many][class + 1]
    std::vector<Group> groups_;
    std::vector<Packed> targets_;              // in the table's order
    std::vector<std::uint16_t> back_bamboos_;  // [back], by honour part and class
    std::vector<std::uint32_t> back_starts_;   // [honour part x class + 1]
};

}  // namespace mj

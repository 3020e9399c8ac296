#include "odds/targets/target_table.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "numbers/nearest.hpp"

namespace mj {

namespace {

// Distances are summed in bytes: over the tiles of a part, and over the four parts.
static_assert(kSuitSize * numbers::nearest::kNotToBeHad <= 255);
static_assert(4 * numbers::nearest::kUnreachable <= 255);

constexpr int kMostSets = 4;
// Fronts with fewer targets are searched one target at a time.
constexpr std::size_t kManyTargets = 32;
constexpr std::string_view kMagic = "MJS1";
constexpr std::size_t kHead = 16;

// A part under construction: its tiles and its sets.
struct Part {
    std::array<std::uint8_t, kSuitSize> counts{};
    std::int32_t code = 0;

    // Takes these tiles; whether there were enough copies of each.
    bool take(int tile, int copies, int run) {
        bool fits = true;
        for (int place = tile; place < tile + run; ++place) {
            counts[place] = static_cast<std::uint8_t>(counts[place] + copies);
            fits = fits && counts[place] <= kCopies;
        }
        return fits;
    }
};

// Adds every way to take that many sets, chows first, none before `from`.
void choose(const Part& taken, int from, int sets, int tiles, int chows, std::vector<Part>& found) {
    if (sets == 0) found.push_back(taken);
    for (int set = from; sets > 0 && set < chows + tiles; ++set) {
        Part more = taken;
        const int pung = set - chows;
        more.code += 1 << (pung < 0 ? kChowBits * set : kFirstPungBit + pung);
        const bool fits = pung < 0 ? more.take(set, 1, 3) : more.take(pung, 3, 1);
        if (fits) choose(more, set, sets - 1, tiles, chows, found);
    }
}

// All parts of a suit, or of the honours, in the order of mj_bot's suit_parts.
Parts parts_of(int tiles, int chows) {
    Parts parts;
    parts.tiles = tiles;
    std::vector<Part> found;
    for (int sets = 0; sets <= kMostSets; ++sets) {
        const auto first = found.size();
        parts.starts[2 * sets] = static_cast<int>(first);
        choose({}, 0, sets, tiles, chows, found);
        const auto end = found.size();
        parts.starts[2 * sets + 1] = static_cast<int>(end);
        for (auto place = first; place < end; ++place) {
            for (int pair = 0; pair < tiles; ++pair) {
                Part paired = found[place];
                if (paired.take(pair, 2, 1)) found.push_back(paired);
            }
        }
    }
    parts.starts.back() = static_cast<int>(found.size());
    parts.rows.resize(found.size() * tiles);
    for (std::size_t place = 0; place < found.size(); ++place) {
        std::uint32_t packed = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            const std::uint8_t count = found[place].counts[tile];
            parts.counts.push_back(count);
            parts.rows[tile * found.size() + place] = count;
            packed |= std::uint32_t{count} << 3 * tile;
        }
        parts.codes.push_back(found[place].code);
        parts.packed.push_back(packed);
    }
    return parts;
}

int class_of(const Parts& parts, std::uint32_t part) {
    const auto* past = std::ranges::upper_bound(parts.starts, static_cast<int>(part));
    return static_cast<int>(past - parts.starts.begin()) - 1;
}

bool all_below(std::span<const std::uint32_t> numbers, std::size_t end) {
    return std::ranges::all_of(numbers, [&](std::uint32_t number) { return number < end; });
}

std::uint32_t whole_number(std::span<const std::uint8_t> bytes) {
    std::uint32_t number = 0;
    for (const std::uint8_t byte : bytes | std::views::reverse) number = number << 8U | byte;
    return number;
}

// Reads a delta-coded column, stored one byte plane after another, off the front of `rest`.
std::vector<std::uint32_t> column_of(std::span<const std::uint8_t>& rest, std::size_t size,
                                     unsigned width) {
    std::vector<std::uint32_t> numbers(size);
    std::uint32_t sum = 0;
    for (std::size_t place = 0; place < size; ++place) {
        for (unsigned plane = 0; plane < width; ++plane) {
            sum += std::uint32_t{rest[plane * size + place]} << (8U * plane);
        }
        numbers[place] = sum &= (1U << (8U * width)) - 1;
    }
    rest = rest.subspan(size * width);
    return numbers;
}

}  // namespace

OddsTables::OddsTables()
    : suit_(parts_of(kSuitSize, kSuitSize - 2)), honours_(parts_of(kHonours, 0)) {}

Expected<OddsTables> OddsTables::of(std::span<const std::uint8_t> bytes) {
    OddsTables tables;
    if (const char* fault = tables.lay_out(bytes)) {
        return Fault{std::string("target table: ") + fault};
    }
    return {std::move(tables)};
}

const char* OddsTables::lay_out(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < kHead || !std::ranges::equal(bytes.first(kMagic.size()), kMagic)) {
        return "bytes of something else";
    }
    const std::uint64_t fronts = whole_number(bytes.subspan(4, 4));
    const std::uint64_t backs = whole_number(bytes.subspan(8, 4));
    const std::uint64_t targets = whole_number(bytes.subspan(12, 4));
    auto rest = bytes.subspan(kHead);
    if (rest.size() != 7 * fronts + 4 * backs + 4 * targets) return "a wrong size";
    const auto first = column_of(rest, fronts, 2);
    const auto second = column_of(rest, fronts, 2);
    const auto sizes = column_of(rest, fronts, 3);
    const auto bamboos = column_of(rest, backs, 2);
    const auto honours = column_of(rest, backs, 2);
    const auto back_of = column_of(rest, targets, 3);
    if (const char* fault = lay_out_fronts(first, second, sizes)) return fault;
    return lay_out_backs(bamboos, honours, back_of, rest);
}

const char* OddsTables::lay_out_fronts(Column first, Column second, Column sizes) {
    if (!all_below(first, suit_.size()) || !all_below(second, suit_.size())) {
        return "a front of no part";
    }
    if (!std::ranges::is_sorted(first)) return "fronts out of order";
    places_.resize(sizes.size() + 1);
    run_starts_.assign(suit_.size() + 1, 0);
    for (std::size_t front = 0; front < first.size(); ++front) {
        places_[front + 1].first = places_[front].first + sizes[front];
        seconds_.push_back({static_cast<std::uint16_t>(second[front]), 0});
        const auto its_class = static_cast<std::uint8_t>(class_of(suit_, second[front]));
        const bool same_first = front > 0 && first[front] == first[front - 1];
        if (same_first && second[front] <= second[front - 1]) return "fronts out of order";
        if (!same_first || runs_.back().second_class != its_class) {
            runs_.push_back({static_cast<std::uint32_t>(front), 0, its_class});
            ++run_starts_[first[front] + 1];
        }
        runs_.back().end = static_cast<std::uint32_t>(front + 1);
    }
    std::partial_sum(run_starts_.begin(), run_starts_.end(), run_starts_.begin());
    return nullptr;
}

const char* OddsTables::lay_out_backs(Column bamboos, Column honours, Column back_of,
                                      std::span<const std::uint8_t> fan) {
    const std::size_t backs = bamboos.size();
    if (!all_below(bamboos, suit_.size())) return "a back of no part";
    if (!all_below(honours, honours_.size())) return "a back of no honour part";
    if (!all_below(back_of, backs)) return "a target of no back";
    if (!std::ranges::is_sorted(places_, {}, &Place::first) || places_.back().first != fan.size()) {
        return "targets of no front";
    }
    targets_.reserve(fan.size());
    for (std::size_t target = 0; target < fan.size(); ++target) {
        const auto back = back_of[target];
        targets_.emplace_back(bamboos[back], honours[back], fan[target]);
    }
    for (std::size_t front = 0; front < seconds_.size(); ++front) {
        const auto of_front = targets_of(static_cast<std::uint32_t>(front));
        if (!std::ranges::is_sorted(of_front, {}, &Packed::bamboos)) return "targets out of order";
        lay_out_targets(static_cast<std::uint32_t>(front));
    }
    const auto bucket = [&](std::size_t back) {
        return honours[back] * kPartClasses + class_of(suit_, bamboos[back]);
    };
    back_starts_.assign(static_cast<std::size_t>(honours_.size()) * kPartClasses + 1, 0);
    for (std::size_t back = 0; back < backs; ++back) ++back_starts_[bucket(back) + 1];
    std::partial_sum(back_starts_.begin(), back_starts_.end(), back_starts_.begin());
    auto next = back_starts_;
    back_bamboos_.resize(backs);
    for (std::size_t back = 0; back < backs; ++back) {
        back_bamboos_[next[bucket(back)]++] = static_cast<std::uint16_t>(bamboos[back]);
    }
    return nullptr;
}

// Notes the classes of a front's bamboo parts; groups its targets by these parts if it has many.
void OddsTables::lay_out_targets(std::uint32_t front) {
    const auto targets = targets_of(front);
    const std::size_t many = class_starts_.size() / (kPartClasses + 1);
    const bool has_many = targets.size() >= kManyTargets && many < kFew;
    if (has_many) places_[front].many = static_cast<std::uint16_t>(many);
    std::size_t target = 0;
    for (int its_class = 0; its_class < kPartClasses; ++its_class) {
        if (has_many) {
            class_starts_.push_back({static_cast<std::uint32_t>(groups_.size()),
                                     static_cast<std::uint32_t>(places_[front].first + target)});
        }
        const auto past = static_cast<std::uint32_t>(suit_.starts[its_class + 1]);
        while (target < targets.size() && targets[target].bamboos() < past) {
            seconds_[front].classes |= static_cast<std::uint16_t>(1U << its_class);
            const auto bamboos = targets[target].bamboos();
            const std::size_t first = target;
            while (target < targets.size() && targets[target].bamboos() == bamboos) ++target;
            if (!has_many) continue;
            groups_.push_back(
                {static_cast<std::uint16_t>(bamboos), static_cast<std::uint16_t>(target - first)});
        }
    }
    if (!has_many) return;
    class_starts_.push_back({static_cast<std::uint32_t>(groups_.size()), places_[front + 1].first});
}

int OddsTables::wind_lift(int honour_part, int seat_wind, int prevalent_wind) const {
    const auto* counts = honours_.of(honour_part);
    const int own = counts[seat_wind] / 3;
    const int round = counts[prevalent_wind] / 3;
    return own + round + (seat_wind == prevalent_wind ? own : 0);
}

}  // namespace mj

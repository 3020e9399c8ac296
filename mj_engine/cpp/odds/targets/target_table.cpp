#include "odds/targets/target_table.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace mj {

namespace {

constexpr int kMostByte = 255;

// Lays out the parts of a suit. Returns what is wrong with them, nullptr if nothing is.
const char* lay_out_parts(std::span<const std::uint8_t> counts, std::span<const std::int32_t> codes,
                          int tiles, Parts& parts) {
    if (counts.size() != codes.size() * tiles || codes.empty()) return "parts of a wrong size";
    parts.tiles = tiles;
    parts.counts.assign(counts.begin(), counts.end());
    parts.codes.assign(codes.begin(), codes.end());
    parts.rows.resize(counts.size());
    int reached = 0;
    for (int part = 0; part < parts.size(); ++part) {
        const auto* own = parts.of(part);
        for (int tile = 0; tile < tiles; ++tile) {
            if (own[tile] > kCopies) return "a part of five copies";
            parts.rows[static_cast<std::size_t>(tile) * codes.size() + part] = own[tile];
        }
        const int its_class = class_of_size(std::accumulate(own, own + tiles, 0));
        if (its_class < reached) return "parts out of order";
        while (reached < its_class) parts.starts[++reached] = part;
    }
    while (reached < kPartClasses) parts.starts[++reached] = parts.size();
    return nullptr;
}

int class_of(const Parts& parts, std::int64_t part) {
    const auto* past = std::ranges::upper_bound(parts.starts, part);
    return static_cast<int>(past - parts.starts.begin()) - 1;
}

template <typename Number>
bool all_below(std::span<const Number> numbers, std::size_t end) {
    return std::ranges::all_of(numbers, [&](Number number) {
        return number >= 0 && static_cast<std::size_t>(number) < end;
    });
}

}  // namespace

Expected<OddsTables> OddsTables::of(const TargetColumns& columns, Coefficients coefficients) {
    OddsTables tables(std::move(coefficients));
    if (const char* fault = tables.lay_out(columns)) {
        return Fault{std::string("target table: ") + fault};
    }
    return {std::move(tables)};
}

const char* OddsTables::lay_out(const TargetColumns& columns) {
    if (const char* fault =
            lay_out_parts(columns.suit_counts, columns.suit_codes, kSuitSize, suit_)) {
        return fault;
    }
    if (const char* fault =
            lay_out_parts(columns.honour_counts, columns.honour_codes, kHonours, honours_)) {
        return fault;
    }
    if (suit_.size() > Packed::kMostParts || honours_.size() > Packed::kMostHonourParts) {
        return "too many parts";
    }
    // Distances are added up in bytes: of the tiles of a part, and of the four parts.
    const auto& search = coefficients_.search;
    if (kSuitSize * search.not_to_be_had > kMostByte || 4 * search.far > kMostByte) {
        return "distances that no byte holds";
    }
    if (const char* fault = lay_out_fronts(columns)) return fault;
    return lay_out_backs(columns);
}

const char* OddsTables::lay_out_fronts(const TargetColumns& columns) {
    const std::size_t fronts = columns.fronts.size() / 2;
    const auto first = columns.fronts.first(fronts);
    const auto second = columns.fronts.subspan(fronts, fronts);
    if (columns.starts.size() != fronts + 1) return "fronts of a wrong size";
    if (!all_below(columns.fronts, suit_.size())) return "a front of no part";
    const bool ordered = std::ranges::is_sorted(first) && std::ranges::is_sorted(columns.starts) &&
                         columns.starts.front() == 0 &&
                         static_cast<std::size_t>(columns.starts.back()) == columns.back_of.size();
    if (!ordered) return "fronts out of order";
    starts_.assign(columns.starts.begin(), columns.starts.end());
    second_parts_.assign(second.begin(), second.end());
    run_starts_.assign(suit_.size() + 1, 0);
    for (std::size_t front = 0; front < fronts; ++front) {
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

const char* OddsTables::lay_out_backs(const TargetColumns& columns) {
    const std::size_t backs = columns.backs.size() / 2;
    const auto bamboos = columns.backs.first(backs);
    const auto honours = columns.backs.subspan(backs, backs);
    if (!all_below(bamboos, suit_.size())) return "a back of no part";
    if (!all_below(honours, honours_.size())) return "a back of no honour part";
    if (!all_below(columns.back_of, backs)) return "a target of no back";
    if (columns.fan.size() != columns.back_of.size()) return "targets of a wrong size";
    targets_.reserve(columns.fan.size());
    for (std::size_t target = 0; target < columns.fan.size(); ++target) {
        const auto back = columns.back_of[target];
        targets_.emplace_back(static_cast<std::uint32_t>(bamboos[back]),
                              static_cast<std::uint32_t>(honours[back]), columns.fan[target]);
    }
    for (std::size_t front = 0; front + 1 < starts_.size(); ++front) {
        const auto of_front = targets_of(static_cast<std::uint32_t>(front));
        if (!std::ranges::is_sorted(of_front, {}, &Packed::bamboos)) return "targets out of order";
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

int OddsTables::wind_lift(int honour_part, int seat_wind, int prevalent_wind) const {
    const auto* counts = honours_.of(honour_part);
    const int own = counts[seat_wind] / 3;
    const int round = counts[prevalent_wind] / 3;
    return own + round + (seat_wind == prevalent_wind ? own : 0);
}

}  // namespace mj

#include "odds/targets/target_table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace mj {

namespace {

constexpr int kMostByte = 255;

void demand(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("target table: ") + what);
}

Parts parts_of(std::span<const std::uint8_t> counts, std::span<const std::int32_t> codes,
               int tiles) {
    demand(counts.size() == codes.size() * tiles && !codes.empty(), "parts of a wrong size");
    Parts parts;
    parts.tiles = tiles;
    parts.counts.assign(counts.begin(), counts.end());
    parts.codes.assign(codes.begin(), codes.end());
    parts.rows.resize(counts.size());
    int reached = 0;
    for (int part = 0; part < parts.size(); ++part) {
        const auto* own = parts.of(part);
        for (int tile = 0; tile < tiles; ++tile) {
            demand(own[tile] <= kCopies, "a part of five copies");
            parts.rows[static_cast<std::size_t>(tile) * codes.size() + part] = own[tile];
        }
        const int its_class = class_of_size(std::accumulate(own, own + tiles, 0));
        demand(its_class >= reached, "parts out of order");
        while (reached < its_class) parts.starts[++reached] = part;
    }
    while (reached < kPartClasses) parts.starts[++reached] = parts.size();
    return parts;
}

int class_of(const Parts& parts, std::int64_t part) {
    const auto* past = std::ranges::upper_bound(parts.starts, part);
    return static_cast<int>(past - parts.starts.begin()) - 1;
}

template <typename Number>
void demand_below(std::span<const Number> numbers, std::size_t end, const char* what) {
    const bool holds = std::ranges::all_of(numbers, [&](Number number) {
        return number >= 0 && static_cast<std::size_t>(number) < end;
    });
    demand(holds, what);
}

}  // namespace

OddsTables::OddsTables(const TargetColumns& columns, Coefficients coefficients)
    : coefficients_(std::move(coefficients)),
      suit_(parts_of(columns.suit_counts, columns.suit_codes, kSuitSize)),
      honours_(parts_of(columns.honour_counts, columns.honour_codes, kHonours)) {
    demand(suit_.size() <= Packed::kMostParts && honours_.size() <= Packed::kMostHonourParts,
           "too many parts");
    // Distances are added up in bytes: of the tiles of a part, and of the four parts.
    const auto& search = coefficients_.search;
    demand(kSuitSize * search.not_to_be_had <= kMostByte && 4 * search.far <= kMostByte,
           "distances that no byte holds");
    lay_out_fronts(columns);
    lay_out_backs(columns);
}

void OddsTables::lay_out_fronts(const TargetColumns& columns) {
    const std::size_t fronts = columns.fronts.size() / 2;
    const auto first = columns.fronts.first(fronts);
    const auto second = columns.fronts.subspan(fronts, fronts);
    demand(columns.starts.size() == fronts + 1, "fronts of a wrong size");
    demand_below(columns.fronts, suit_.size(), "a front of no part");
    demand(std::ranges::is_sorted(first) && std::ranges::is_sorted(columns.starts) &&
               columns.starts.front() == 0 &&
               static_cast<std::size_t>(columns.starts.back()) == columns.back_of.size(),
           "fronts out of order");
    starts_.assign(columns.starts.begin(), columns.starts.end());
    second_parts_.assign(second.begin(), second.end());
    run_starts_.assign(suit_.size() + 1, 0);
    for (std::size_t front = 0; front < fronts; ++front) {
        const auto its_class = static_cast<std::uint8_t>(class_of(suit_, second[front]));
        const bool same_first = front > 0 && first[front] == first[front - 1];
        demand(!same_first || second[front] > second[front - 1], "fronts out of order");
        if (!same_first || runs_.back().second_class != its_class) {
            runs_.push_back({static_cast<std::uint32_t>(front), 0, its_class});
            ++run_starts_[first[front] + 1];
        }
        runs_.back().end = static_cast<std::uint32_t>(front + 1);
    }
    std::partial_sum(run_starts_.begin(), run_starts_.end(), run_starts_.begin());
}

void OddsTables::lay_out_backs(const TargetColumns& columns) {
    const std::size_t backs = columns.backs.size() / 2;
    const auto bamboos = columns.backs.first(backs);
    const auto honours = columns.backs.subspan(backs, backs);
    demand_below(bamboos, suit_.size(), "a back of no part");
    demand_below(honours, honours_.size(), "a back of no honour part");
    demand_below(columns.back_of, backs, "a target of no back");
    demand(columns.fan.size() == columns.back_of.size(), "targets of a wrong size");
    targets_.reserve(columns.fan.size());
    for (std::size_t target = 0; target < columns.fan.size(); ++target) {
        const auto back = columns.back_of[target];
        targets_.emplace_back(static_cast<std::uint32_t>(bamboos[back]),
                              static_cast<std::uint32_t>(honours[back]), columns.fan[target]);
    }
    for (std::size_t front = 0; front + 1 < starts_.size(); ++front) {
        demand(std::ranges::is_sorted(targets_of(static_cast<std::uint32_t>(front)), {},
                                      &Packed::bamboos),
               "targets out of order");
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
}

int OddsTables::wind_lift(int honour_part, int seat_wind, int prevalent_wind) const {
    const auto* counts = honours_.of(honour_part);
    const int own = counts[seat_wind] / 3;
    const int round = counts[prevalent_wind] / 3;
    return own + round + (seat_wind == prevalent_wind ? own : 0);
}

}  // namespace mj

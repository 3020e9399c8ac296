#include "why/points.hpp"

namespace mj::why {

namespace {

// What a candidate has if its discard does not deal in; `worth` in points.
struct Found {
    double chance, worth;
};

Found found_in(const Row& row, double costs) {
    const double danger = row.danger();
    return {row.win_chance / (1 - danger), (row.forecast() + danger * costs) / (1 - danger)};
}

}  // namespace

std::optional<PointParts> point_parts(const Row& better, const Row& than, const Limits& limits,
                                      double deal_in_costs) {
    if (better.danger() >= 1 || than.danger() >= 1) return std::nullopt;
    const Found mine = found_in(better, deal_in_costs);
    const Found other = found_in(than, deal_in_costs);
    const double danger = (than.danger() - better.danger()) * (other.worth + deal_in_costs);
    const double hand = (1 - better.danger()) * (mine.worth - other.worth);
    double chance = hand;
    if (other.chance >= limits.least_chance) {
        const double win = (other.worth - limits.otherwise) / other.chance;
        chance = (1 - better.danger()) * (mine.chance - other.chance) * win;
    }
    const double learned = better.learned - than.learned;
    return PointParts{better.expected_score - than.expected_score,
                      {chance, hand - chance, danger, learned}};
}

}  // namespace mj::why

#include "why/points.hpp"

#include "numbers/win_chance.hpp"

namespace mj::why {

namespace {

// The points of a game without a win and without a deal-in, roughly. The forecast says between -16
// and -13 for every candidate, except near the end. With this number the greatest part was the
// forecast's own in 96% of 2,467 pairs, from 420 decisions of 40 matches
// (docs/reference/analysis.md).
constexpr double kOtherwise = -15;
// With a smaller win chance the pay of a win cannot be estimated.
constexpr double kLeastChance = 0.02;

constexpr double kCosts = numbers::win_chance::kDealInCosts;

// A candidate's figures if its discard does not deal in; `worth` in points.
struct Found {
    double chance, worth;
};

std::optional<Found> found_in(const Row& row) {
    const double danger = row.danger();
    if (!row.expected_score || !row.win_chance || danger >= 1) return std::nullopt;
    const double forecast = *row.expected_score - row.learned.value_or(0.0);
    return Found{*row.win_chance / (1 - danger), (forecast + danger * kCosts) / (1 - danger)};
}

}  // namespace

std::optional<double> apart(const Row& one, const Row& other) {
    if (!one.expected_score || !other.expected_score) return std::nullopt;
    return *one.expected_score - *other.expected_score;
}

std::optional<PointParts> point_parts(const Row& better, const Row& than) {
    const auto total = apart(better, than);
    const auto mine = found_in(better);
    const auto other = found_in(than);
    if (!total || !mine || !other) return std::nullopt;
    const double danger = (than.danger() - better.danger()) * (other->worth + kCosts);
    const double hand = (1 - better.danger()) * (mine->worth - other->worth);
    double chance = hand;
    if (other->chance >= kLeastChance) {
        const double win = (other->worth - kOtherwise) / other->chance;
        chance = (1 - better.danger()) * (mine->chance - other->chance) * win;
    }
    const double learned = better.learned.value_or(0.0) - than.learned.value_or(0.0);
    return PointParts{*total, {chance, hand - chance, danger, learned}};
}

}  // namespace mj::why

#include "numbers/special.hpp"

#include "numbers/difficulty.hpp"
#include "routes/families/families.hpp"
#include "shanten/forms.hpp"

namespace mj {

namespace {

constexpr int kArrangement = shanten::kStraightTiles + kTileKinds - kFirstHonour;
static_assert(numbers::special::kKnittedSize <= kArrangement);

}  // namespace

// Half the sum over tiles held once or three times: each new pair settles two of them.
double seven_pairs_distance(const RoutePosition& position, const Outlook& outlook) {
    if (position.open_sets() > 0) return numbers::difficulty::kOutOfReach;
    double sum = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (position.hand[tile] % 2 == 1) sum += numbers::special::kPairing[outlook.remain[tile]];
    }
    return sum / 2;
}

// The missing orphans, plus the cheapest pair.
double thirteen_orphans_distance(const RoutePosition& position, const Outlook& outlook) {
    const double far = numbers::difficulty::kOutOfReach;
    if (position.open_sets() > 0) return far;
    double lacking = 0;
    for (const Tile tile : shanten::kOrphanTiles) {
        if (position.hand[tile] == 0) lacking += outlook.difficulty[tile];
    }
    if (lacking >= far) return far;
    double pair = kDead;
    for (const int tile : numbers::special::kPairChoices) {
        pair = std::min(pair, position.hand[tile] > 1 ? 0 : outlook.difficulty[tile]);
    }
    return std::min(far, lacking + pair);
}

// For the best arrangement: the missing tiles without the two hardest.
double honors_and_knitted_distance(const RoutePosition& position, const Outlook& outlook) {
    double best = numbers::difficulty::kOutOfReach;
    if (position.open_sets() > 0) return best;
    const auto cost_of = [&](int tile) {
        return position.hand[tile] > 0 ? 0 : outlook.difficulty[tile];
    };
    for (const auto& straight : shanten::kKnittedStraights) {
        std::array<double, kArrangement> lacking{};
        std::ranges::transform(straight, lacking.begin(), cost_of);
        for (int tile = kFirstHonour; tile < kTileKinds; ++tile) {
            lacking[shanten::kStraightTiles + tile - kFirstHonour] = cost_of(tile);
        }
        std::ranges::sort(lacking);
        // Skip an arrangement with a dead tile, as the recorded numbers do.
        if (lacking.back() >= numbers::difficulty::kOutOfReach) continue;
        double cost = 0;
        for (int place = 0; place < numbers::special::kKnittedSize; ++place) {
            cost += lacking[place];
        }
        best = std::min(best, cost);
    }
    return best;
}

}  // namespace mj

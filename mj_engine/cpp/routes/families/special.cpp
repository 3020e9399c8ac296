#include "numbers/special.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "numbers/difficulty.hpp"
#include "routes/families/families.hpp"
#include "shanten/forms.hpp"

namespace mj {

namespace {

constexpr int kArrangement = shanten::kStraightTiles + kTileKinds - kFirstHonour;
static_assert(numbers::special::kKnittedSize <= kArrangement);
// A tile with fewer copies left is harder to get, but none is out of reach.
static_assert(std::ranges::is_sorted(numbers::difficulty::kDifficulty, std::greater()));

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
    // How many tiles are missing by copies left: the fewer, the harder.
    using Missing = std::array<int, kCopies + 1>;
    const auto look = [&](int tile, Missing& missing) {
        if (position.hand[tile] == 0) ++missing[outlook.remain[tile]];
    };
    Missing honours{};
    for (int tile = kFirstHonour; tile < kTileKinds; ++tile) look(tile, honours);
    for (const auto& straight : shanten::kKnittedStraights) {
        Missing missing = honours;
        for (const Tile tile : straight) look(tile, missing);
        // Skip an arrangement with a dead tile, as the recorded numbers do.
        if (missing[0] > 0) continue;
        int wanted = numbers::special::kKnittedSize - kArrangement +
                     std::accumulate(missing.begin(), missing.end(), 0);
        double cost = 0;
        for (int copies = kCopies; copies > 0; --copies) {
            for (; wanted > 0 && missing[copies] > 0; --wanted, --missing[copies]) {
                cost += numbers::difficulty::kDifficulty[copies];
            }
        }
        best = std::min(best, cost);
    }
    return best;
}

}  // namespace mj

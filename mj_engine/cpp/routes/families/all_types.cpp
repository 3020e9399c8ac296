#include "numbers/all_types.hpp"

#include "numbers/difficulty.hpp"
#include "routes/families/families.hpp"

namespace mj {

namespace {

constexpr int kWinds = 3;
constexpr int kDragons = 4;

// The cheapest set of a type.
double cheapest(int type, const Counts& hand, const Outlook& outlook) {
    const int first = kFirstOfType[type];
    const int end = kFirstOfType[type + 1];
    double best = numbers::all_types::kNothingHeld;
    std::array<double, kSuitSize> lacks{};
    bool any = false;
    for (int tile = first; tile < end; ++tile) {
        const int held = hand[tile];
        lacks[tile - first] = held > 0 ? 0 : outlook.difficulty[tile];
        if (held == 0) continue;
        any = true;
        const int lacking = kPungSize - held;
        best = std::min(best, lacking > 0 ? lacking * outlook.difficulty[tile] : 0);
    }
    if (!any || type >= kWinds) return best;
    for (int place = 0; place + 2 < kSuitSize; ++place) {
        best = std::min(best, lacks[place] + lacks[place + 1] + lacks[place + 2]);
    }
    return best;
}

}  // namespace

double all_types_distance(const RoutePosition& position, const Outlook& outlook) {
    std::array<bool, kTypes> melded{};
    for (const Meld& meld : position.melds) {
        bool& taken = melded[type_of(meld.tile)];
        if (taken) return numbers::difficulty::kOutOfReach;
        taken = true;
    }
    std::array<double, kTypes> costs{};
    for (int type = 0; type < kTypes; ++type) {
        if (!melded[type]) costs[type] = cheapest(type, position.hand, outlook);
    }
    // Either the winds or the dragons need only be the pair: one tile less.
    const double honours = std::max(0.0, costs[kWinds] + costs[kDragons] - 1);
    return costs[0] + costs[1] + costs[2] + honours - numbers::all_types::kRate;
}

}  // namespace mj

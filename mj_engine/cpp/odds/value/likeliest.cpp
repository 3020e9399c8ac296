#include "odds/value/likeliest.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "numbers/fan.hpp"
#include "numbers/finishes.hpp"
#include "odds/value/finishes.hpp"

namespace mj {

namespace {

// The search stops after this many of the likeliest targets without 8 fan.
constexpr std::size_t kMostTried = 40;

Counts missing_of(const TargetHand& target, const HandContext& context) {
    Counts missing{};
    for (int tile = 0; tile < kTileKinds; ++tile) {
        const int lacks = target.counts[tile] - context.have[tile];
        missing[tile] = static_cast<std::uint8_t>(std::max(lacks, 0));
    }
    return missing;
}

// The rough chance of a single target: that each missing tile comes before another seat wins. A
// target whose sets cannot be claimed needs own draws, except for its last tile.
double likelihood(const TargetHand& target, const Counts& missing, const HandContext& context,
                  const TileLocation& location, const OddsOptions& options) {
    double found = 1;
    const int most = *std::ranges::max_element(missing);
    for (int copy = 0; copy < most; ++copy) {
        double all = 1;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            if (missing[tile] <= copy) continue;
            const double unseen = context.unseen[tile];
            const double left = std::max(unseen - copy, 0.0) / std::max(unseen, 1.0);
            // The third tile of a pung can be claimed from all seats, other tiles from one.
            int seats = target.counts[tile] - missing[tile] + copy >= 2 ? kOthers : 1;
            if (target.distance == 1) {
                seats = kOthers;
            } else if (!target.claimable) {
                seats = 0;
            }
            const double others = options.rival_discard_weight * location.discarded[tile] * seats;
            const double rate = left * (location.drawn[tile] + others);
            all *= rate / (options.rival_win_rate + rate);
        }
        found *= all;
    }
    return found;
}

// The concealed tiles of a target, without the melds' tiles.
Counts concealed_of(const TargetHand& target, const Melds& melds) {
    Counts concealed = target.counts;
    for (const Meld& meld : melds) each_tile(meld, [&](int tile) { --concealed[tile]; });
    return concealed;
}

// The possible last tiles, most unseen copies first; for a complete hand the tile it has most of.
std::vector<Tile> lasts_of(const TargetHand& target, const Counts& missing,
                           const HandContext& context) {
    std::vector<Tile> lasts;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (missing[tile] > 0) lasts.push_back(tile);
    }
    std::ranges::sort(lasts, {}, [&](Tile tile) { return std::pair(-context.unseen[tile], tile); });
    if (lasts.empty()) {
        const auto most = std::ranges::max_element(target.counts) - target.counts.begin();
        lasts.push_back(static_cast<Tile>(most));
    }
    return lasts;
}

// The target with its win; nothing if no last tile gives 8 fan.
std::optional<LikelyTarget> likely_target(const TargetHand& target, const Counts& missing,
                                          const HandContext& context) {
    const Counts concealed = concealed_of(target, context.melds);
    WinContext win_context;
    win_context.seat_wind = context.seat_wind;
    win_context.prevalent_wind = context.prevalent_wind;
    for (const bool self_drawn : {false, true}) {
        win_context.self_drawn = self_drawn;
        for (const Tile last : lasts_of(target, missing, context)) {
            Counts hand = concealed;
            if (hand[last]-- == 0) continue;
            Win found;
            if (!win(hand, context.melds, last, win_context, found)) continue;
            if (found.fan < numbers::fan::kMinFan) continue;
            std::ranges::sort(found.items.begin(), found.items.begin() + found.count, {},
                              [](const FanItem& one) { return std::pair(-one.value, one.fan); });
            return LikelyTarget{found, missing};
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<LikelyTarget> likeliest(std::span<const TargetHand> targets, const HandContext& context,
                                    const TileLocation& location, const OddsOptions& options,
                                    std::size_t most) {
    std::vector<Counts> missing;
    // Compare as float: the last bits of a chance depend on the machine.
    std::vector<float> likely;
    missing.reserve(targets.size());
    likely.reserve(targets.size());
    for (const TargetHand& target : targets) {
        missing.push_back(missing_of(target, context));
        const double fan_value = numbers::finishes::kBaseValue + options.fan_value * target.fan;
        const double chance = likelihood(target, missing.back(), context, location, options);
        likely.push_back(static_cast<float>(chance * fan_value));
    }
    std::vector<std::size_t> order(targets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t one) { return std::pair(-likely[one], one); });
    std::vector<LikelyTarget> found;
    std::vector<Counts> seen;
    for (const std::size_t place : order) {
        if (std::ranges::find(seen, missing[place]) != seen.end()) continue;
        seen.push_back(missing[place]);
        auto one = likely_target(targets[place], missing[place], context);
        if (one) found.push_back(*one);
        if (found.size() == most || seen.size() == kMostTried) break;
    }
    return found;
}

}  // namespace mj

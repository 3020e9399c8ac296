#include "odds/opponents/tile_location.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numbers/coefficients.hpp"
#include "numbers/tile_location.hpp"
#include "odds/opponents/discard_ages.hpp"

namespace mj {

namespace {

constexpr std::size_t kFeatures = numbers::coefficients::kTileLocation.size();
using Features = std::array<double, kFeatures>;

int near_count(const Counts& counts, int tile, int step) {
    const int near = beside(tile, step);
    return near < 0 ? 0 : counts[near];
}

// Pairs of unseen copies that make a chow with the tile, divided by 16.
double ways(const Counts& unseen, int tile) {
    const int below = near_count(unseen, tile, -1);
    const int above = near_count(unseen, tile, 1);
    return (near_count(unseen, tile, -2) * below + below * above +
            above * near_count(unseen, tile, 2)) /
           16.0;
}

Counts discarded_by_others(const GameState& state) {
    Counts counts{};
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == state.seat) continue;
        for (const auto& discard : state.discards[seat]) ++counts[discard.tile];
    }
    return counts;
}

double as_number(bool holds) { return holds ? 1 : 0; }

// The value of each feature, in the order of mj_bot's weights.
Features features_of(const GameState& state, Tile tile, const Ages& newest, const Counts& discarded,
                     double turns, double threat) {
    const int unseen = state.unseen[tile];
    const int shown = kCopies - unseen - state.hand[tile];
    const double honour = as_number(is_honour(tile));
    const double suited = 1 - honour;
    const double terminal = as_number(rank_kind(tile) == 0);
    const double last = as_number(unseen == 1);
    const double chows = ways(state.unseen, tile);
    const auto gone = [&](int step) { return near_count(discarded, tile, step); };
    return {suited,
            suited * turns,
            suited * turns * turns,
            terminal,
            terminal * turns,
            as_number(rank_kind(tile) == 1),
            honour,
            honour * turns,
            honour * turns * turns,
            last,
            as_number(unseen == 2),
            honour * last,
            suited * shown,
            honour * shown,
            suited * as_number(chows == 0),
            chows,
            as_number(newest[tile] == 0),
            as_number(newest[tile] != kNeverDiscarded),
            static_cast<double>(gone(-1) + gone(1)),
            static_cast<double>(gone(-2) + gone(2)),
            threat};
}

}  // namespace

TileLocation tile_location_of(const GameState& state, double threat) {
    TileLocation location{};
    const double total = sum_of(state.unseen);
    if (total == 0) return location;
    const double walls = std::accumulate(state.walls.begin(), state.walls.end(), 0);
    const double share = std::clamp(walls / total, numbers::tile_location::kLeastShare,
                                    numbers::tile_location::kMostShare);
    const Ages newest = ages_of(state);
    const Counts discarded = discarded_by_others(state);
    const double turns = tens_of(state.discards[state.seat].size);
    double in_wall = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const Features features = features_of(state, tile, newest, discarded, turns, threat);
        double drawn = 0;
        double let_go = 0;
        for (std::size_t feature = 0; feature < kFeatures; ++feature) {
            drawn += features[feature] * numbers::coefficients::kTileLocation[feature][0];
            let_go += features[feature] * numbers::coefficients::kTileLocation[feature][1];
        }
        const double copies = state.unseen[tile];
        location.drawn[tile] = copies / (1 + std::exp(-drawn) * (1 - share) / share);
        location.discarded[tile] = copies / total * std::exp(let_go);
        in_wall += location.drawn[tile];
    }
    for (auto& odds : location.drawn) odds /= in_wall;
    return location;
}

}  // namespace mj

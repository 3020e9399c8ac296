#include "odds/whereabouts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "odds/discards.hpp"

namespace mj {

namespace {

using Signs = std::array<double, kSigns>;

int near_count(const Counts& counts, int tile, int step) {
    const int near = beside(tile, step);
    return near < 0 ? 0 : counts[near];
}

// Pairs of unseen copies that make a chow with the tile, by 16 of them.
double ways(const Counts& unseen, int tile) {
    const int below = near_count(unseen, tile, -1);
    const int above = near_count(unseen, tile, 1);
    return (near_count(unseen, tile, -2) * below + below * above +
            above * near_count(unseen, tile, 2)) /
           16.0;
}

Counts discarded_by_others(const View& view) {
    Counts counts{};
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == view.seat) continue;
        for (const auto& discard : view.discards[seat]) ++counts[discard.tile];
    }
    return counts;
}

// How much there is of each sign, in the order of mj_bot's WEIGHTS.
Signs signs_of(const View& view, Tile tile, const Ages& newest, const Counts& discarded,
               double turns, double threat) {
    const int unseen = view.unseen[tile];
    const int shown = kCopies - unseen - view.hand[tile];
    const double honour = is_honour(tile);
    const double suited = 1 - honour;
    const int kind = rank_kind(tile);
    const double chows = ways(view.unseen, tile);
    const auto gone = [&](int step) { return near_count(discarded, tile, step); };
    return {suited,
            suited * turns,
            suited * turns * turns,
            double(kind == 0),
            (kind == 0) * turns,
            double(kind == 1),
            honour,
            honour * turns,
            honour * turns * turns,
            double(unseen == 1),
            double(unseen == 2),
            honour * (unseen == 1),
            suited * shown,
            honour * shown,
            suited * (chows == 0),
            chows,
            double(newest[tile] == 0),
            double(newest[tile] != kNeverDiscarded),
            double(gone(-1) + gone(1)),
            double(gone(-2) + gone(2)),
            threat};
}

}  // namespace

Whereabouts whereabouts_of(const View& view, double threat, const Coefficients& fit) {
    Whereabouts where{};
    const double total = sum_of(view.unseen);
    if (total == 0) return where;
    const double walls = std::accumulate(view.walls.begin(), view.walls.end(), 0);
    const double share = std::clamp(walls / total, fit.where.least_share, fit.where.most_share);
    const Ages newest = ages_of(view);
    const Counts discarded = discarded_by_others(view);
    const double turns = tens_of(view.discards[view.seat].size, fit.most_turns);
    double in_wall = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const Signs signs = signs_of(view, tile, newest, discarded, turns, threat);
        double drawn = 0;
        double let_go = 0;
        for (int sign = 0; sign < kSigns; ++sign) {
            drawn += signs[sign] * fit.where.signs[sign][0];
            let_go += signs[sign] * fit.where.signs[sign][1];
        }
        const double copies = view.unseen[tile];
        where.drawn[tile] = copies / (1 + std::exp(-drawn) * (1 - share) / share);
        where.discarded[tile] = copies / total * std::exp(let_go);
        in_wall += where.drawn[tile];
    }
    for (auto& odds : where.drawn) odds /= in_wall;
    return where;
}

}  // namespace mj

// HandContext: a hand and everything its value depends on.
// Its twin: mj_bot/odds/hand_context.py.
#pragma once

#include <array>

#include "core/meld.hpp"
#include "core/tile.hpp"
#include "odds/multiset.hpp"

namespace mj {

// For each tile, the chance that it is the wall's next tile, and that it is the next discard of
// another seat.
struct TileLocation {
    std::array<double, kTileKinds> drawn;
    std::array<double, kTileKinds> discarded;
};

struct HandContext {
    Counts hand;    // without the melds
    Counts have;    // with the melds; a kong counts as three
    Counts unseen;  // copies that may still come
    Melds melds;
    std::uint8_t seat_wind, prevalent_wind;
    bool concealed;  // nothing was claimed
    bool operator==(const HandContext&) const = default;
};

// Calls `visit(tile)` for the three tiles that a meld contributes to a target.
template <typename Visit>
void each_tile(const Meld& meld, Visit visit) {
    for (int step = -1; step <= 1; ++step) {
        visit(meld.kind == MeldKind::Chow ? meld.tile + step : int{meld.tile});
    }
}

// The context of this hand and these melds; the melds' tiles must be known.
inline HandContext hand_context_of(const Counts& hand, const Melds& melds, const Counts& unseen,
                                   int seat_wind, int prevalent_wind) {
    HandContext context{hand,
                        hand,
                        unseen,
                        melds,
                        static_cast<std::uint8_t>(seat_wind),
                        static_cast<std::uint8_t>(prevalent_wind),
                        true};
    for (const auto& meld : melds) {
        each_tile(meld, [&](int tile) { ++context.have[tile]; });
        context.concealed = context.concealed && meld.concealed();
    }
    return context;
}

// A target that the hand may become: 14 tiles, melds included.
struct TargetHand {
    Counts counts;
    std::int16_t fan;       // winds counted, concealment and luck not
    bool claimable;         // its sets may be claimed
    std::uint8_t distance;  // missing tiles
    Multiset tiles;         // the counts again
};

}  // namespace mj

// The input of the routes: a hand after an action, and what one decision knows about the tiles.
// Its twin: mj_bot/routes/position.py.
#pragma once

#include <algorithm>
#include <span>

#include "core/meld.hpp"
#include "numbers/difficulty.hpp"
#include "numbers/flushes.hpp"
#include "routes/distance/search.hpp"

namespace mj {

inline constexpr int kSets = 4;
inline constexpr int kPungSize = 3;

// The hand and its melds after an action. chows: the middle tiles of the open chows, sorted. pungs:
// the number of melded pungs and kongs.
struct RoutePosition {
    RoutePosition(const Counts& concealed, const Melds& own)
        : hand(concealed), suits(suits_of(concealed)), melds(own) {
        for (const Meld& meld : own) {
            if (meld.kind == MeldKind::Chow) chow_middles[chow_count++] = meld.tile;
        }
        std::sort(chow_middles.begin(), chow_middles.begin() + chow_count);
        pungs = own.size - chow_count;
    }

    [[nodiscard]] int open_sets() const { return melds.size; }
    [[nodiscard]] std::span<const Tile> chows() const {
        return std::span(chow_middles).first(static_cast<std::size_t>(chow_count));
    }

    Counts hand;
    Suits suits;
    Melds melds;
    std::array<Tile, kSets> chow_middles{};
    int chow_count = 0, pungs = 0;
};

// One decision: the copies left, how hard each tile is to get, and the search results so far.
struct Outlook {
    // Starts a new decision with these copies left.
    void begin(const Counts& unseen) {
        remain = unseen;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            difficulty[tile] =
                unseen[tile] > 0 ? numbers::difficulty::kDifficulty[unseen[tile]] : kDead;
        }
        for (Search* one : {&search, &upper, &lower}) one->begin(difficulty);
    }

    Counts remain{};
    Difficulty difficulty{};
    // Searches with chows of all numbers, of Upper Four's, and of Lower Four's.
    Search search{numbers::flushes::kHalfFlushLow, numbers::flushes::kHalfFlushHigh};
    Search upper{numbers::flushes::kUpperFourLow, numbers::flushes::kUpperFourHigh};
    Search lower{numbers::flushes::kLowerFourLow, numbers::flushes::kLowerFourHigh};
};

}  // namespace mj

// Discard ages: facts about the discards on the table, for deal_in and tile_location.
// Its twin: mj_bot/odds/opponents/discard_ages.py.
#pragma once

#include <algorithm>
#include <array>

#include "core/state.hpp"
#include "numbers/discard_ages.hpp"

namespace mj {

// The age of a tile's last discard: how many discards its seat has made since. kNeverDiscarded if
// nobody discarded it.
inline constexpr int kNeverDiscarded = 255;
using Ages = std::array<int, kTileKinds>;

// The lowest age over the seats; but: a seat to leave out.
inline Ages ages_of(const GameState& state, int but = -1) {
    Ages ages;
    ages.fill(kNeverDiscarded);
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == but) continue;
        const auto& discards = state.discards[seat];
        for (int place = 0; place < discards.size; ++place) {
            int& age = ages[discards[place].tile];
            age = std::min(age, discards.size - 1 - place);
        }
    }
    return ages;
}

// Turns as the fitted curves use them: in tens, capped.
inline double tens_of(int turns) {
    return std::min(turns, numbers::discard_ages::kTurnsApart) / 10.0;
}

// 0 a terminal, 1 next to one, 2 from 3 to 7, 3 an honour.
constexpr int rank_kind(Tile tile) {
    if (is_honour(tile)) return 3;
    const int place = place_of(tile);
    return std::min({place, kSuitSize - 1 - place, 2});
}

// The tile `step` numbers away in its suit, -1 if there is none.
constexpr int beside(int tile, int step) {
    const int near = tile + step;
    if (tile >= kFirstHonour || near < 0 || near / kSuitSize != tile / kSuitSize) return -1;
    return near;
}

}  // namespace mj

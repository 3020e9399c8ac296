// Claims: each claim that a discard allows, and the hand it leaves before the discard after it.
// Its twin: mj_bot/features/claims.py.
#pragma once

#include "core/state.hpp"

namespace mj {

// Places: a chow with the claimed tile first, second or third in the run; a pung; a kong.
inline constexpr int kClaimPlaces = 5;
inline constexpr int kKongPlace = 4;

// Calls `visit(place, hand, meld)` for every legal claim except a win.
template <typename Visit>
void each_claim(const GameState& state, Visit visit) {
    if (state.offered == kNoTile || state.decision != Decision::Claim || state.wall_last()) return;
    if (state.own_melds().size == state.own_melds().of.size()) return;
    constexpr int chows = 3;
    const int tile = state.offered;
    if ((state.turn + 1) % kSeats == state.seat) {
        for (int place = 0; place < chows; ++place) {
            const int middle = tile + 1 - place;
            if (middle < 0 || !is_chow_middle(static_cast<Tile>(middle))) continue;
            if (suit_of(static_cast<Tile>(middle)) != suit_of(state.offered)) continue;
            Counts left = state.hand;
            ++left[tile];
            if (left[middle - 1] == 0 || left[middle] == 0 || left[middle + 1] == 0) continue;
            for (int used = middle - 1; used <= middle + 1; ++used) --left[used];
            visit(place, left,
                  Meld{MeldKind::Chow, static_cast<Tile>(middle),
                       static_cast<std::uint8_t>(place + 1), false});
        }
    }
    for (int own = 2; own <= state.hand[tile] && own <= 3; ++own) {
        Counts left = state.hand;
        left[tile] = static_cast<std::uint8_t>(left[tile] - own);
        const auto kind = own == 2 ? MeldKind::Pung : MeldKind::Kong;
        visit(chows + own - 2, left,
              Meld{kind, state.offered, offer_of(state.seat, state.turn), false});
    }
}

}  // namespace mj

// Situation: a hand that a person knows, as the table of its seat.
// Its twin: mj_lab/explain/analysis/state_from_hand.py.
#pragma once

#include "core/expected.hpp"
#include "table/game.hpp"

namespace mj {

// A hand, and what is known around it. turn: own draws so far, 0 for as few as the melds allow.
struct Situation {
    Counts hand{};
    Melds melds;
    Tile last = kNoTile;  // the tile that was written last: of 14 tiles the one drawn
    int flowers = 0, seat = 0, prevalent_wind = 0, turn = 0;
    Counts seen{};  // what lies elsewhere

    // Tiles of the whole hand, melds as three.
    [[nodiscard]] int size() const { return sum_of(hand) + 3 * melds.size; }
    [[nodiscard]] int draws() const { return turn > 0 ? turn : 1 + melds.size; }
    // Copies that are neither in the hand nor seen elsewhere, where there is no fifth.
    [[nodiscard]] Counts unseen() const;
};

// Why this cannot be, nothing if it can: a size, a meld or a turn that there is not, a fifth copy.
std::optional<Fault> fault_of(const Situation& where);

// The table as the seat knows it, which has drawn `last` and has to answer; or waits for what
// comes; or may claim what another seat has just discarded. Of these state_of and list_legal of the
// seat are true, as of `Heard`.
Game after_draw(const Situation& where);
Game waiting(const Situation& where);
Game on_discard(const Situation& where, Tile tile, int giver);

}  // namespace mj

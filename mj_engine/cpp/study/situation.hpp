// Situation: a hand that a person entered, as the table of its seat.
// Its twin: mj_lab/explain/analysis/state_from_hand.py.
#pragma once

#include "core/expected.hpp"
#include "table/game.hpp"

namespace mj {

// A hand and what is known around it. turn: own draws so far, 0 for as few as the melds allow.
struct Situation {
    Counts hand{};
    Melds melds;
    Tile last = kNoTile;  // the tile entered last; with 14 tiles, the one drawn
    int flowers = 0, seat = 0, prevalent_wind = 0, turn = 0;
    Counts seen{};  // tiles seen elsewhere

    // The number of tiles in the whole hand; a meld counts as three.
    [[nodiscard]] int size() const { return sum_of(hand) + 3 * melds.size; }
    [[nodiscard]] int draws() const { return turn > 0 ? turn : 1 + melds.size; }
    // Copies neither in the hand nor seen elsewhere; no tile may have a fifth copy.
    [[nodiscard]] Counts unseen() const;
};

// Why the situation is not possible, or nothing: a wrong size, meld or turn, a fifth copy.
std::optional<Fault> fault_of(const Situation& where);

// The table as the seat knows it: after drawing `last`, with an answer due; waiting; or with
// another seat's discard to claim. As in `Heard`, only this seat's state_of and list_legal are
// correct.
Game after_draw(const Situation& where);
Game waiting(const Situation& where);
Game on_discard(const Situation& where, Tile tile, int giver);

}  // namespace mj

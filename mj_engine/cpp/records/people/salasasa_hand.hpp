// One hand of Salasasa's: its seats, its points, what is done in it tick by tick.
#pragma once

#include "records/played_hand.hpp"

namespace mj {

// The name of what a record has for each player: p0_uid.
std::string salasasa_name(int player, std::string_view what);

// By player of the match, the seat in this hand, East as 0.
std::array<int, kSeats> salasasa_seats(const JsonValue& hand, Trouble& trouble);

// What each seat won in a hand, penalties with it.
std::array<int, kSeats> salasasa_points(const JsonValue& hand, Trouble& trouble);

// Puts what is done in a hand into `into`: its wall, steps, win, penalties.
void read_salasasa_ticks(const JsonValue& hand, PlayedHand& into, Trouble& trouble);

}  // namespace mj

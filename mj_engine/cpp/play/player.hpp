// Players at a table: asks the four seats, and plays on to the next decision or to the end.
#pragma once

#include "table/legality.hpp"
#include "table/observe.hpp"
#include "table/record.hpp"
#include "tactics/tactic.hpp"

namespace mj {

using Seats = std::array<Tactic*, kSeats>;

// A seat's answer now: PASS if it has nothing to decide.
Action ask(const Game& game, int seat, Tactic& tactic);

// The same with the legal answers known.
Action answer_of(const Game& game, int seat, const ActionList& list, Tactic& tactic);

// Plays one turn: asks every seat and submits the answers; record: gets them too.
void play_turn(Game& game, const Seats& seats, Record* record = nullptr);

// The game after this answer of a seat and the others' answers to the same event.
Game after_answer(Game game, int seat, const Action& answer, const Seats& seats);

// Plays turns until the game is over.
void play_to_end(Game& game, const Seats& seats, Record* record = nullptr);

// Passes for all seats until one has to decide or the game is over.
void advance(Game& game, Record* record = nullptr);

// The seats that have to decide now, one bit each.
unsigned deciders(const Game& game);

}  // namespace mj

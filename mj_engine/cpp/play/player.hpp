// Players at a table: four seats asked, the game played on to its end or to the next decision.
#pragma once

#include "table/legality.hpp"
#include "table/observe.hpp"
#include "table/record.hpp"
#include "tactics/tactic.hpp"

namespace mj {

using Seats = std::array<Tactic*, kSeats>;

// The answer of a seat now: PASS if it has nothing to decide.
Action ask(const Game& game, int seat, Tactic& tactic);

// Its answer if it has to decide; `list` has the legal ones.
Action answer_of(const Game& game, int seat, const ActionList& list, Tactic& tactic);

// One turn: every seat is asked, the answers are submitted, and kept if there is a record.
void play_turn(Game& game, const Seats& seats, Record* record = nullptr);

// The game after this answer of a seat, with the others' answers to the same event.
Game after_answer(Game game, int seat, const Action& answer, const Seats& seats);

// Turn after turn until the game is over.
void play_to_end(Game& game, const Seats& seats, Record* record = nullptr);

// Passes for all seats until one has to decide or the game is over.
void advance(Game& game, Record* record = nullptr);

// The seats that have to decide now, one bit each.
unsigned deciders(const Game& game);

}  // namespace mj

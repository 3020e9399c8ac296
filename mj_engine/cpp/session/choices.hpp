// Choices: what a person at the table is asked, as JSON with the names that pages use.
#pragma once

#include "core/json.hpp"
#include "table/legality.hpp"

namespace mj {

// A seat's legal answers: `action` as on the wire and its `kind`. A win has `fan`, `flowers`,
// `fans` (name, times, value of one) and `points`; a claim or kong has `uses`, the tiles it takes
// from the hand.
void write_choices(const Game& game, int seat, std::span<const Action> legal, Json& json);

// The waits shown to a person at the table. `now`: of the hand; empty while a discard is due.
// `after`: for each discard or claim. `under_eight`: a win with the tile drawn or on offer that has
// less than 8 fan, else null.
void write_table_waits(const Game& game, int seat, std::span<const Action> legal, Json& json);

}  // namespace mj

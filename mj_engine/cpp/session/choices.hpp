// Choices: what a person at the table is asked, as JSON with the names that pages have.
#pragma once

#include "core/json.hpp"
#include "table/legality.hpp"

namespace mj {

// The legal answers of a seat: `action` as on the wire and its `kind`; of a win `fan`, `flowers`,
// `fans` (name, times, value of one) and `points`; of a claim or kong `uses`, the tiles of the own
// hand that it takes.
void write_choices(const Game& game, int seat, std::span<const Action> legal, Json& json);

// The waits that a person at the table sees: `now` those of the hand, none while a discard is due;
// `after` each discard or claim; `under_eight` the win with the tile drawn or on offer that has too
// few fan to be declared, else null.
void write_table_waits(const Game& game, int seat, std::span<const Action> legal, Json& json);

}  // namespace mj

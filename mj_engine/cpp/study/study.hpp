// Study: how good a hand entered by a person is: shanten by form, what each discard leaves, what it
// waits for and may claim, what each missing tile would bring.
#pragma once

#include "review/said.hpp"
#include "study/situation.hpp"

namespace mj {

// Writes the study as JSON fields with the names of /api/v1; the situation must be valid. `stage`:
// "draw" (14 tiles: a discard is due), "wait" (13: what may be drawn or claimed next) or "short"
// (12: one tile is missing). adviser: recommends an action; may be null.
void write_study(const Situation& where, Adviser* adviser, Json& json);

}  // namespace mj

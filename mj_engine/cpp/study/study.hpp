// Study: how good a hand is that a person wrote: shanten by form, what each discard leaves, what it
// waits for and may claim, what each missing tile would bring.
#pragma once

#include "review/said.hpp"
#include "study/situation.hpp"

namespace mj {

// The study as the members of a JSON object, the names being /api/v1's; the situation is without
// fault. `stage`: "draw" (14 tiles: a discard is due), "wait" (13: what may be drawn or claimed
// next) or "short" (12: one was not written). adviser: who says what to do, if anybody is asked.
void write_study(const Situation& where, Adviser* adviser, Json& json);

}  // namespace mj

// Rows: forms, effective tiles and waits as JSON, with the names of /api/v1.
#pragma once

#include <span>

#include "core/action.hpp"
#include "core/json.hpp"
#include "core/state.hpp"
#include "study/live.hpp"
#include "table/waits.hpp"

namespace mj {

// The fields of a form: its name and its labels in both languages.
void write_form(WinForm form, Json& json);

// The codes of tiles; several copies are repeated.
void write_tiles(const Counts& counts, Json& json);

// Tiles with their copies left, and the sum; the same with the shanten and its forms.
void write_effective(TileSet tiles, const Counts& unseen, Json& json);
void write_least(const Least& least, const Counts& unseen, Json& json);

// Waits, each with `tile`, `left` and its win `on_discard` and `self_drawn`; the waits after each
// legal discard or claim, by action.
void write_waits(const std::vector<Wait>& waits, int flowers, Json& json);
void write_waits_after(const GameState& state, std::span<const Action> legal, Json& json);

}  // namespace mj

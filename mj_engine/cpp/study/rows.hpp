// Rows: forms, effective tiles and waits as JSON, with the names of /api/v1.
#pragma once

#include <span>

#include "core/action.hpp"
#include "core/json.hpp"
#include "core/state.hpp"
#include "study/live.hpp"
#include "table/waits.hpp"

namespace mj {

// The name of a form, and what it is called in both languages; the members alone.
void write_form(WinForm form, Json& json);

// Codes of tiles by counts, each as often as it is there.
void write_tiles(const Counts& counts, Json& json);

// Tiles by their copies left, and the sum of those; the same with the shanten and its forms.
void write_effective(TileSet tiles, const Counts& unseen, Json& json);
void write_least(const Least& least, const Counts& unseen, Json& json);

// Waits, each with `tile`, `left` and its win `on_discard` and `self_drawn`; those that each legal
// discard or claim leaves, by the action.
void write_waits(const std::vector<Wait>& waits, int flowers, Json& json);
void write_waits_after(const GameState& state, std::span<const Action> legal, Json& json);

}  // namespace mj

// Win rows: fans and wins as JSON, with the names of /api/v1.
#pragma once

#include "core/json.hpp"
#include "fan/fan.hpp"

namespace mj {

// A fan as [Chinese, English, value, times].
void write_fan(std::uint8_t fan, int times, Json& json);

// A win as mj_lab's `win_row`: `fan` without flowers, `enough`, `fans`; the members alone, without
// brackets.
void write_win(const Win& win, Json& json);

// The win and the `points` that it pays, 0 where it may not be declared.
void write_paid(const Win& win, int flowers, bool self_drawn, Json& json);

}  // namespace mj

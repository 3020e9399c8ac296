// Win rows: fans and wins as JSON, with the names of /api/v1.
#pragma once

#include "core/json.hpp"
#include "fan/fan.hpp"

namespace mj {

// A fan as [Chinese, English, value, times].
void write_fan(std::uint8_t fan, int times, Json& json);

// The fields of a win as in mj_lab's `win_row`: `fan` without flowers, `enough`, `fans`.
void write_win(const Win& win, Json& json);

// The same with the `points` it pays, 0 if it may not be declared.
void write_paid(const Win& win, int flowers, bool self_drawn, Json& json);

}  // namespace mj

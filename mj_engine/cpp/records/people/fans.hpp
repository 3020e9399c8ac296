// People's fans, by number or by name, as the judge's names.
// Its twin: mj_lab/records/formats/people/fans.py, which says how sure the numbers are.
#pragma once

#include "records/match.hpp"

namespace mj {

inline constexpr std::string_view kFalseWinName = "错和";
// The most that a record may name.
inline constexpr int kMostFan = 999;

// The fan of tziakcha's number; nothing if there is none. value: 256 for each time but the first,
// and the value of one.
std::optional<FanLine> fan_of_number(int number, int value);

// The fan of Salasasa's name; of no such fan the value is 0.
FanLine fan_of_name(std::string_view text);

}  // namespace mj

// Float8: eight floats at once, in one register or several, on any machine.
#pragma once

#include <cstring>

#include "nets/sums.hpp"

namespace mj {

using Float8 = float __attribute__((vector_size(4 * kLaneBlock)));

// By reference: the calling convention for such vectors depends on the target's instructions.
inline void load(Float8& lanes, const float* from) { std::memcpy(&lanes, from, sizeof lanes); }
inline void store(const Float8& lanes, float* to) { std::memcpy(to, &lanes, sizeof lanes); }

}  // namespace mj

// Float8: eight numbers at once; every machine has them, in one register or several.
#pragma once

#include <cstring>

#include "nets/sums.hpp"

namespace mj {

using Float8 = float __attribute__((vector_size(4 * kLaneBlock)));

// By reference: how such a vector is handed over depends on what a function is compiled for.
inline void load(Float8& lanes, const float* from) { std::memcpy(&lanes, from, sizeof lanes); }
inline void store(const Float8& lanes, float* to) { std::memcpy(to, &lanes, sizeof lanes); }

}  // namespace mj

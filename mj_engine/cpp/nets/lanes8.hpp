// Float8, Float16: eight or sixteen floats at once, in one register or several, on any machine.
#pragma once

#include <cstring>

#include "nets/sums.hpp"

namespace mj {

using Float8 = float __attribute__((vector_size(4 * kLaneBlock)));

using Float16 = float __attribute__((vector_size(8 * kLaneBlock)));

// By reference: the calling convention for such vectors depends on the target's instructions.
template <typename Lanes>
inline void load(Lanes& lanes, const float* from) {
    std::memcpy(&lanes, from, sizeof lanes);
}
template <typename Lanes>
inline void store(const Lanes& lanes, float* to) {
    std::memcpy(to, &lanes, sizeof lanes);
}

}  // namespace mj

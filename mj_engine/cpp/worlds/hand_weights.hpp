// The weights of HandLikelihood, fitted to games of `learned`.
#pragma once

#include "worlds/hand_likelihood.hpp"

namespace mj {

inline constexpr HandWeights kHandWeights{};

}  // namespace mj

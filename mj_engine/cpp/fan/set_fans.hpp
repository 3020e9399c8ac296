// Fans with a condition on every set: all chows, all pungs, a terminal or a five in each.
#pragma once

#include "fan/division.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

void add_set_fans(const Division& division, Tally& tally);

}  // namespace mj::fan

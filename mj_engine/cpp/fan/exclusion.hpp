// Drops fans that a greater fan implies.
#pragma once

#include "fan/tally.hpp"

namespace mj::fan {

void drop_implied(Tally& tally);

}  // namespace mj::fan

// Fans of chow combinations, and which of them count together.
#pragma once

#include "fan/division.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

void add_chow_fans(const Division& division, Tally& tally);

}  // namespace mj::fan

// Which fans are not counted because a greater one implies them.
#pragma once

#include "fan/tally.hpp"

namespace mj::fan {

void drop_implied(Tally& tally);

}  // namespace mj::fan

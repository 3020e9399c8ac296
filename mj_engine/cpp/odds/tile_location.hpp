// TileLocation: where the tiles are that a seat does not see, by what was discarded.
#pragma once

#include "core/view.hpp"
#include "odds/coefficients.hpp"
#include "odds/hand_context.hpp"

namespace mj {

// threat: how near the others are (see DealIn).
TileLocation tile_location_of(const View& view, double threat, const Coefficients& fit);

}  // namespace mj

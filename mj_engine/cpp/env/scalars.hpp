// Scalars: the few plain numbers that the vector table returns beside the planes.
#pragma once

#include "core/state.hpp"

namespace mj {

// One value per name in kScalarNames; 255 for no tile.
inline constexpr std::array<const char*, 16> kScalarNames{
    "seat",      "prevalent_wind", "decision",  "drawn",    "offered",   "turn",
    "wall_0",    "wall_1",         "wall_2",    "wall_3",   "flowers_0", "flowers_1",
    "flowers_2", "flowers_3",      "replacing", "wall_last"};
using Scalars = std::array<std::uint8_t, kScalarNames.size()>;

Scalars scalars_of(const GameState& state);

}  // namespace mj

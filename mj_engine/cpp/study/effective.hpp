// Effective: the tiles that bring a hand nearer to a win, and to 8 fan; with a tile too many, for
// each discard.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/action.hpp"
#include "core/state.hpp"
#include "odds/targets/nearest.hpp"

namespace mj {

// JSON rows. `tile`: the discard, null if none is due; the shanten, `effective` with copies left,
// and their sum; `eight`: the same three towards 8 fan, null if no such hand is possible. A
// target's fan counts its tiles and the winds, not concealment, wait or self-draw. Only discards
// with the least shanten, or the least distance to 8 fan, are listed: the nearest to 8 fan first,
// then by most copies.
std::string effective_tiles(const GameState& state, std::span<const Action> legal,
                            const std::shared_ptr<const OddsTables>& tables, OddsOptions options);

}  // namespace mj

// Effective: the tiles that bring a hand nearer to any win, and to 8 fan; of a tile too many, by
// what each discard leaves.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/action.hpp"
#include "core/state.hpp"
#include "odds/targets/nearest.hpp"

namespace mj {

// JSON: `tile`, null where no discard is due; shanten, `effective` with their copies left, the sum
// of these; `eight`: the same three towards 8 fan, null where no such hand can be had. A target's
// fan is that of its tiles and the winds: what a concealed hand, the wait and a self-draw add is
// not in it. Of discards those that leave the least shanten, or the least to 8 fan: the nearest to
// 8 fan first, then most copies.
std::string effective_tiles(const GameState& state, std::span<const Action> legal,
                            const std::shared_ptr<const OddsTables>& tables, OddsOptions options);

}  // namespace mj

// Effective: the tiles that bring a hand nearer to any win, and to 8 fan; of a tile too many, by
// what each discard leaves.
// Its twins: mj_lab/play/coach.py (effective_tiles), mj_lab/analysis/complete_hand/eight_fan.py.
#pragma once

#include <optional>
#include <vector>

#include "core/action.hpp"
#include "core/state.hpp"
#include "odds/targets/nearest.hpp"
#include "shanten/live.hpp"

namespace mj {

// How far 8 fan is, and the tiles that bring it nearer. A target's fan is that of its tiles and the
// winds: what a concealed hand, the wait and a self-draw add is not in it.
struct EightFan {
    int shanten;
    TileSet effective;
};

// After a discard, kNoTile where none is due. eight: nothing where no hand of 8 fan can be had.
struct EffectiveRow {
    Tile discard;
    Least least;
    std::optional<EightFan> eight;
};

// Of discards those that leave the least shanten, or the least to 8 fan: the nearest to 8 fan
// first, most copies first.
std::vector<EffectiveRow> effective_tiles(const GameState& state, std::span<const Action> legal,
                                          const std::shared_ptr<const OddsTables>& tables,
                                          OddsOptions options);

}  // namespace mj

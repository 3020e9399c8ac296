// Where the tiles of people's one wall lie on the table, and the order in which they are drawn.
// Its twin: mj_lab/records/formats/people/common_wall.py.
#pragma once

#include "records/played_hand.hpp"

namespace mj {

inline constexpr int kCommonWallSize = kTileKinds * kCopies + kFlowerKinds;
// On the table's front: 13 tiles for each seat, and the dealer's fourteenth.
inline constexpr int kDealtTiles = kSeats * kHandSize + 1;

// The places on the table in the order in which our judge draws them, to the last draw. replaced:
// by seat, how many dealt tiles were replaced. steps: from the dealer's first draw on. Nothing
// where more is drawn than there is.
std::optional<std::vector<int>> drawn_places(const std::array<int, kSeats>& replaced,
                                             const std::vector<Step>& steps, int size);

}  // namespace mj

#include "features/hand_only.hpp"

namespace mj {

namespace {

constexpr int kDragonFan = 2;
constexpr int kOwnWindFan = 2;
constexpr int kOtherWindFan = 1;

// What a pung of the tile brings; 0 for suited ones.
int pung_fan(const View& view, Tile tile) {
    if (!is_honour(tile)) return 0;
    if (tile >= kFirstDragon) return kDragonFan;
    const int wind = tile - kFirstHonour;
    const int own = int{wind == view.seat} + int{wind == view.prevalent_wind};
    return own == 0 ? kOtherWindFan : kOwnWindFan * own;
}

}  // namespace

void write_hand_only(const View& view, std::span<std::uint8_t, kHandOnlyCells> cells) {
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const int fan = pung_fan(view, tile);
        cells[tile] = view.unseen[tile];
        cells[kTileKinds + tile] = view.hand[tile];
        cells[2 * kTileKinds + tile] = static_cast<std::uint8_t>(fan * view.unseen[tile]);
        cells[3 * kTileKinds + tile] = static_cast<std::uint8_t>(fan * view.hand[tile]);
    }
}

}  // namespace mj

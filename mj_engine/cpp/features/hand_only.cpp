#include "features/hand_only.hpp"

namespace mj {

namespace {

constexpr int kDragonFan = 2;
constexpr int kOwnWindFan = 2;
constexpr int kOtherWindFan = 1;

// The fan for a pung of the tile; 0 for suited ones.
int pung_fan(const GameState& state, Tile tile) {
    if (!is_honour(tile)) return 0;
    if (tile >= kFirstDragon) return kDragonFan;
    const int wind = tile - kFirstHonour;
    const int own = int{wind == state.seat} + int{wind == state.prevalent_wind};
    return own == 0 ? kOtherWindFan : kOwnWindFan * own;
}

}  // namespace

void write_hand_only(const GameState& state, std::span<std::uint8_t, kHandOnlyCells> cells) {
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const int fan = pung_fan(state, tile);
        cells[tile] = state.unseen[tile];
        cells[kTileKinds + tile] = state.hand[tile];
        cells[2 * kTileKinds + tile] = static_cast<std::uint8_t>(fan * state.unseen[tile]);
        cells[3 * kTileKinds + tile] = static_cast<std::uint8_t>(fan * state.hand[tile]);
    }
}

}  // namespace mj

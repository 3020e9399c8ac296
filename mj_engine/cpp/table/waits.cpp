#include "table/waits.hpp"

namespace mj {

Counts held_of(const Counts& hand, const Melds& melds) {
    Counts held = hand;
    for (const Meld& meld : melds) {
        if (meld.kind == MeldKind::Chow) {
            for (int part = meld.tile - 1; part <= meld.tile + 1; ++part) ++held[part];
        } else {
            held[meld.tile] += meld.kind == MeldKind::Kong ? kCopies : kCopies - 1;
        }
    }
    return held;
}

std::vector<Wait> waits_of(const GameState& state, const Counts& hand, const Melds& melds) {
    std::vector<Wait> found;
    const Counts held = held_of(hand, melds);
    WinContext context;
    context.seat_wind = state.seat;
    context.prevalent_wind = state.prevalent_wind;
    context.flowers = state.flowers[state.seat];
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (held[tile] >= kCopies || !winning_shape(hand, tile)) continue;
        context.fourth_tile = state.shown[tile] == kCopies - 1;
        Wait wait{.tile = tile, .left = state.unseen[tile], .on_discard = {}, .self_drawn = {}};
        context.self_drawn = false;
        const bool wins = win(hand, melds, tile, context, wait.on_discard);
        context.self_drawn = true;
        if (wins && win(hand, melds, tile, context, wait.self_drawn)) found.push_back(wait);
    }
    return found;
}

}  // namespace mj

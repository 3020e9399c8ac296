#include "nets/moves.hpp"

namespace mj {

std::uint8_t move_of(const Action& action, Tile offered) {
    using enum ActionKind;
    const auto with_tile = [&](int first) {
        return static_cast<std::uint8_t>(first + action.tile);
    };
    switch (action.kind) {
        case Pass: return kPassMove;
        case Hu: return kHuMove;
        case Peng: return kPungMove;
        case Play: return with_tile(0);
        case Bugang: return with_tile(kAddedKongMove);
        case Gang: return action.tile == kNoTile ? kKongMove : with_tile(kConcealedKongMove);
        case Chi: break;
    }
    const int offer = offered < kTileKinds ? offered - action.chow + 1 : -1;
    return offer >= 0 && offer < 3 ? static_cast<std::uint8_t>(kChowMove + offer) : kNoMove;
}

Action action_of_move(int move, Tile discard, Tile offered) {
    using enum ActionKind;
    if (move < kPassMove) {
        constexpr std::array<ActionKind, 3> kinds{Play, Gang, Bugang};
        return {.kind = kinds[move / kTileKinds], .tile = static_cast<Tile>(move % kTileKinds)};
    }
    if (move == kPassMove) return kPassing;
    if (move == kHuMove) return {.kind = Hu};
    if (move == kKongMove) return {.kind = Gang};
    if (move == kPungMove) return {.kind = Peng, .tile = discard};
    const int middle = offered - (move - kChowMove) + 1;
    return {.kind = Chi, .tile = discard, .chow = static_cast<Tile>(middle)};
}

}  // namespace mj

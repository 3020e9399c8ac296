#include "fan/luck_fans.hpp"

#include <algorithm>

namespace mj::fan {

namespace {

// How many copies of a tile are in the melds.
int melded(const Melds& melds, Tile tile) {
    int copies = 0;
    for (const Meld& meld : melds) {
        if (meld.kind == MeldKind::Chow) {
            copies += tile + 1 >= meld.tile && tile <= meld.tile + 1 ? 1 : 0;
        } else if (meld.tile == tile) {
            copies += meld.kind == MeldKind::Kong ? 4 : 3;
        }
    }
    return copies;
}

void add_concealment(const Melds& melds, bool self_drawn, Tally& tally) {
    const auto open =
        std::ranges::count_if(melds, [](const Meld& meld) { return !meld.concealed(); });
    if (open == 0) {
        tally.add(self_drawn ? Fan::FullyConcealedHand : Fan::ConcealedHand);
    } else if (self_drawn) {
        tally.add(Fan::SelfDrawn);
    } else if (open == 4) {
        tally.add(Fan::MeldedHand);
    }
}

}  // namespace

void add_luck_fans(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context,
                   Tally& tally) {
    add_concealment(melds, context.self_drawn, tally);
    if (context.wall_last) tally.add(context.self_drawn ? Fan::LastTileDraw : Fan::LastTileClaim);
    const bool kong =
        std::ranges::any_of(melds, [](const Meld& meld) { return meld.kind == MeldKind::Kong; });
    if (context.about_kong && context.self_drawn && kong) tally.add(Fan::OutWithReplacement);
    const int in_melds = melded(melds, tile);
    if (hand[tile] == 0) {
        tally.add_if(context.fourth_tile || in_melds == 3, Fan::LastTile);
        tally.add_if(context.about_kong && !context.self_drawn && in_melds == 0,
                     Fan::RobbingTheKong);
    }
    tally.add(Fan::FlowerTiles, context.flowers);
}

}  // namespace mj::fan

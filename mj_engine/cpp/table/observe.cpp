#include "table/observe.hpp"

#include "table/legality.hpp"

namespace mj {

namespace {

void hide_concealed_kongs(Melds& melds) {
    for (Meld& meld : melds) {
        if (meld.concealed()) meld.tile = kNoTile;
    }
}

}  // namespace

View view_of(const Game& game, int seat) {
    View view;
    view.hand = game.hands[seat];
    view.shown = game.shown;
    view.melds = game.melds;
    view.discards = game.discards;
    view.walls = game.left;
    view.flowers = game.flowers;
    view.seat = static_cast<std::uint8_t>(seat);
    view.prevalent_wind = game.prevalent_wind;
    view.wall_size = game.wall_size;
    view.turn = game.turn;
    view.offered = game.offered;
    view.replacing = game.replacing;
    view.decision = decision_of(game, seat);
    view.drawn = view.decision == Decision::OwnDraw ? game.event.tile : kNoTile;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        view.unseen[tile] = static_cast<std::uint8_t>(kCopies - game.seen[tile] - view.hand[tile]);
    }
    for (const Meld& meld : game.melds[seat]) {
        if (meld.concealed()) view.unseen[meld.tile] = 0;
    }
    for (int other = 0; other < kSeats; ++other) {
        if (other != seat) hide_concealed_kongs(view.melds[other]);
    }
    return view;
}

}  // namespace mj

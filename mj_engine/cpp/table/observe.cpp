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

GameState state_of(const Game& game, int seat) {
    const Decision decision = decision_of(game, seat);
    // Each part is written once: this is asked at every decision.
    GameState state{.hand = game.hands[seat],
                    .shown = game.shown,
                    .melds = game.melds,
                    .discards = game.discards,
                    .walls = game.left,
                    .flowers = game.flowers,
                    .seat = static_cast<std::uint8_t>(seat),
                    .prevalent_wind = game.prevalent_wind,
                    .wall_size = game.wall_size,
                    .turn = game.turn,
                    .drawn = decision == Decision::OwnDraw ? game.event.tile : kNoTile,
                    .offered = game.offered,
                    .decision = decision,
                    .replacing = game.replacing,
                    .common_wall = game.common_wall};
    if (game.common_wall) {
        // The next draw is the next seat's, or that of a seat that replaces a tile.
        const bool goes_on = game.event.kind == EventKind::Draw || game.event.discards();
        state.walls = draws_in_turn(game.left[0], game.turn + static_cast<int>(goes_on));
    }
    for (int tile = 0; tile < kTileKinds; ++tile) {
        state.unseen[tile] =
            static_cast<std::uint8_t>(kCopies - game.seen[tile] - state.hand[tile]);
    }
    for (const Meld& meld : game.melds[seat]) {
        if (meld.concealed()) state.unseen[meld.tile] = 0;
    }
    for (int other = 0; other < kSeats; ++other) {
        if (other != seat) hide_concealed_kongs(state.melds[other]);
    }
    return state;
}

}  // namespace mj

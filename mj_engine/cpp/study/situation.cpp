#include "study/situation.hpp"

#include <algorithm>

#include "table/waits.hpp"

namespace mj {

namespace {

constexpr int kLastTurn = kWallSize - kHandSize;

// Puts the tiles seen elsewhere among the others' discards, turn by turn.
void show_seen(Game& game, const Situation& where) {
    int place = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        for (int copy = 0; copy < where.seen[tile]; ++copy) {
            game.discards[(where.seat + 1 + place++ % (kSeats - 1)) % kSeats].push(tile);
            ++game.shown[tile];
            ++game.seen[tile];
        }
    }
}

Game game_of(const Situation& where, int drawn) {
    Game game;
    game.wall_size = kWallSize;
    game.prevalent_wind = static_cast<std::uint8_t>(where.prevalent_wind);
    game.hands[where.seat] = where.hand;
    game.melds[where.seat] = where.melds;
    game.flowers[where.seat] = static_cast<std::uint8_t>(where.flowers);
    game.left.fill(static_cast<std::uint8_t>(std::max(kWallSize - kHandSize - drawn, 0)));
    game.event = {.kind = EventKind::Deal};
    show_seen(game, where);
    Melds open;
    for (const Meld& meld : where.melds) {
        if (!meld.concealed()) open.push(meld);
    }
    const Counts laid = held_of({}, open);
    for (int tile = 0; tile < kTileKinds; ++tile) {
        game.seen[tile] += laid[tile];
        game.shown[tile] += laid[tile];
    }
    return game;
}

}  // namespace

Counts Situation::unseen() const {
    Counts left = held_of(hand, melds);
    for (int tile = 0; tile < kTileKinds; ++tile) left[tile] = kCopies - left[tile] - seen[tile];
    return left;
}

std::optional<Fault> fault_of(const Situation& where) {
    for (const Meld& meld : where.melds) {
        const bool fits =
            meld.kind == MeldKind::Chow ? is_chow_middle(meld.tile) : meld.tile < kTileKinds;
        if (!fits) return Fault{"a meld of tiles that make none"};
    }
    if (where.size() < kHandSize - 1 || where.size() > kHandSize + 1) {
        return Fault{"a hand has 12 to 14 tiles, melds counted as three"};
    }
    if (where.size() > kHandSize && (where.last >= kTileKinds || where.hand[where.last] == 0)) {
        return Fault{"the tile drawn is not in the hand"};
    }
    if (where.turn > kLastTurn) return Fault{"a turn that no wall has"};
    const Counts held = held_of(where.hand, where.melds);
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (held[tile] + where.seen[tile] <= kCopies) continue;
        return Fault{"a fifth " + std::string(code_of(tile))};
    }
    return std::nullopt;
}

Game after_draw(const Situation& where) {
    Game game = game_of(where, where.draws() - 1);
    const auto seat = static_cast<std::uint8_t>(where.seat);
    game.left[seat] -= game.left[seat] > 0 ? 1 : 0;
    game.turn = seat;
    game.event = {EventKind::Draw, seat, where.last, kNoTile};
    return game;
}

Game waiting(const Situation& where) { return game_of(where, where.draws()); }

Game on_discard(const Situation& where, Tile tile, int giver) {
    Game game = game_of(where, where.draws());
    game.discards[giver].push(tile);
    ++game.seen[tile];
    game.turn = static_cast<std::uint8_t>(giver);
    game.offered = tile;
    game.left[giver] -= game.left[giver] > 0 ? 1 : 0;
    game.event = {EventKind::Play, game.turn, tile, kNoTile};
    return game;
}

}  // namespace mj

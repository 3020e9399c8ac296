#include "review/situation.hpp"

#include <algorithm>

namespace mj {

namespace {

constexpr int kLastTurn = kWallSize - kHandSize;

// Calls `visit(tile)` for each tile of a meld, of a kong all four.
template <typename Visit>
void each_of(const Meld& meld, const Visit& visit) {
    if (meld.kind == MeldKind::Chow) {
        for (int part = meld.tile - 1; part <= meld.tile + 1; ++part) visit(part);
        return;
    }
    const int copies = meld.kind == MeldKind::Kong ? kCopies : kCopies - 1;
    for (int copy = 0; copy < copies; ++copy) visit(meld.tile);
}

// What was seen lies among the others' discards, turn by turn.
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
    for (const Meld& meld : where.melds) {
        if (meld.concealed()) continue;
        each_of(meld, [&](int tile) {
            ++game.seen[tile];
            game.shown[tile] = meld.kind == MeldKind::Kong
                                   ? static_cast<std::uint8_t>(kCopies)
                                   : static_cast<std::uint8_t>(game.shown[tile] + 1);
        });
    }
    return game;
}

}  // namespace

std::array<int, kTileKinds> Situation::unseen() const {
    std::array<int, kTileKinds> left{};
    for (int tile = 0; tile < kTileKinds; ++tile) left[tile] = kCopies - hand[tile] - seen[tile];
    for (const Meld& meld : melds) each_of(meld, [&](int tile) { --left[tile]; });
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
    const auto unseen = where.unseen();
    const auto* const fifth = std::ranges::find_if(unseen, [](int left) { return left < 0; });
    if (fifth == unseen.end()) return std::nullopt;
    const auto tile = static_cast<Tile>(fifth - unseen.begin());
    return Fault{"a fifth " + std::string(code_of(tile))};
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

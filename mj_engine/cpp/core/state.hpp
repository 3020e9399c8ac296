// GameState: what one seat knows of a game, as a plain value.
// Its twin: mj_bot/state.py.
#pragma once

#include <numeric>

#include "core/meld.hpp"
#include "core/tile.hpp"

namespace mj {

inline constexpr int kWallSize = 34;      // per seat, without flowers
inline constexpr int kMostWallSize = 36;  // per seat, with flowers
// One seat draws a fourth of a common wall's 92 tiles, and each of at most 16 claims moves the turn
// by at most three draws.
inline constexpr int kMostDiscards = 36;
inline constexpr std::uint8_t kNobody = 255;

// What the last event asks of the seat.
enum class Decision : std::uint8_t { Nothing, OwnDraw, Claim, Rob };

// One discarded tile and the seat that claimed it, kNobody while nobody has.
struct Discard {
    Tile tile;
    std::uint8_t claimed_by;
};

// One seat's discards, oldest first.
struct Discards {
    std::array<Discard, kMostDiscards> of{};
    std::uint8_t size = 0;

    [[nodiscard]] constexpr const Discard* begin() const { return of.data(); }
    [[nodiscard]] constexpr const Discard* end() const { return of.data() + size; }
    constexpr const Discard& operator[](int place) const { return of[place]; }
    constexpr void push(Tile tile) { of[size++] = {tile, kNobody}; }
};

// How many of these tiles each seat draws; seats draw in turn, `first` begins.
constexpr std::array<std::uint8_t, kSeats> draws_in_turn(int tiles, int first) {
    std::array<std::uint8_t, kSeats> draws{};
    for (int step = 0; step < kSeats; ++step) {
        draws[(first + step) % kSeats] =
            static_cast<std::uint8_t>((tiles + kSeats - 1 - step) / kSeats);
    }
    return draws;
}

// The fields of mj_bot.state.GameState, by the same names. Seats are absolute, 0-3; the seat wind
// is the seat. Another seat's concealed kong has tile kNoTile.
struct GameState {
    Counts hand{};    // own concealed tiles, including a drawn tile
    Counts unseen{};  // copies that this seat has not seen
    Counts shown{};   // shown tiles, as the judge counts for the 4th tile
    std::array<Melds, kSeats> melds{};
    std::array<Discards, kSeats> discards{};
    std::array<std::uint8_t, kSeats> walls{};    // tiles left; for a common wall, draws in turn
    std::array<std::uint8_t, kSeats> flowers{};  // of each seat
    std::uint8_t seat = 0;
    std::uint8_t prevalent_wind = 0;
    std::uint8_t wall_size = kWallSize;
    std::uint8_t turn = 0;   // the seat that drew or discarded last
    Tile drawn = kNoTile;    // the tile just drawn by this seat, until it answers
    Tile offered = kNoTile;  // the tile that may be claimed or robbed
    Decision decision = Decision::Nothing;
    bool replacing = false;  // the last draw follows a kong
    bool common_wall = false;

    // How many tiles are left in the wall that the seat draws from.
    [[nodiscard]] constexpr int drawn_from(int of) const {
        return common_wall ? std::accumulate(walls.begin(), walls.end(), 0) : walls[of];
    }

    [[nodiscard]] constexpr const Melds& own_melds() const { return melds[seat]; }

    // Whether the next seat's wall is empty: no more claims, and a win counts as last tile.
    [[nodiscard]] constexpr bool wall_last() const { return drawn_from((turn + 1) % kSeats) == 0; }

    // Whether a win now would be on the tile after a kong or on a robbed kong.
    [[nodiscard]] constexpr bool about_kong() const {
        return decision == Decision::OwnDraw ? replacing : decision == Decision::Rob;
    }

    // Whether the other three copies of the winning tile are shown.
    [[nodiscard]] constexpr bool fourth_tile() const {
        const Tile tile = decision == Decision::OwnDraw ? drawn : offered;
        return decision != Decision::Rob && tile != kNoTile && shown[tile] == kCopies - 1;
    }
};

}  // namespace mj

// Game: the table of one game as a plain value; the judge's rules take it from turn to turn.
// Its twin: mj_lab/core/game/referee.py.
#pragma once

#include <span>
#include <type_traits>

#include "core/state.hpp"
#include "fan/fan.hpp"
#include "numbers/fan.hpp"
#include "table/answer.hpp"
#include "table/event.hpp"

namespace mj {

inline constexpr int kMostWallTiles = kSeats * kMostWallSize;
inline constexpr int kLeastFan = numbers::fan::kMinFan;
inline constexpr int kBaseScore = numbers::fan::kBaseScore;
inline constexpr int kOffenderScore = -30;
inline constexpr int kOthersScore = 10;
inline constexpr int kNotAWin = -3;  // the fan of a declared win without a winning hand

using Answers = std::array<Answer, kSeats>;
using Scores = std::array<std::int16_t, kSeats>;

// The points of a win with this fan, flowers included: 8 from each other seat, plus the fan from
// the discarder, or from each seat if self-drawn.
constexpr int points_of_win(int fan, bool self_drawn) {
    constexpr int others = kSeats - 1;
    return others * kBaseScore + fan * (self_drawn ? others : 1);
}

// How the game ended. verdict None: not yet.
struct Result {
    Verdict verdict = Verdict::None;
    std::uint8_t player = kNobody;  // the winner or the offender
    std::uint8_t giver = kNobody;   // whose tile it was; kNobody if self-drawn
    bool has_fan = false;           // `win` has the fans of a win, or of a wrong one
    Win win{};                      // win.total is kNotAWin if the hand does not win
};

// The judge's full knowledge; state_of returns one seat's part of it.
struct Game {
    std::array<Tile, kMostWallTiles> wall{};  // seat i owns the i-th quarter, drawn from its end
    bool common_wall = false;                 // or all draw from the end of the whole
    std::uint8_t wall_size = 0;               // tiles per seat
    std::uint8_t prevalent_wind = 0;
    std::array<std::uint8_t, kSeats> left{};  // tiles left in each wall; a common one is the first
    std::array<std::uint8_t, kSeats> flowers{};
    std::array<Counts, kSeats> hands{};
    std::array<Melds, kSeats> melds{};
    std::array<Discards, kSeats> discards{};
    Counts shown{};  // for the 4th tile, as the judge counts
    Counts seen{};   // open tiles: discards, open melds
    Event event;
    std::uint8_t turn = 0;
    Tile offered = kNoTile;
    bool replacing = false;
    Scores scores{};
    Result result;

    [[nodiscard]] bool over() const { return result.verdict != Verdict::None; }

    // The index of the seat's wall, and how many tiles are left in it.
    [[nodiscard]] int wall_of(int seat) const { return common_wall ? 0 : seat; }
    [[nodiscard]] std::uint8_t drawn_from(int seat) const { return left[wall_of(seat)]; }

    // Whether the next seat's wall is empty.
    [[nodiscard]] bool wall_last() const { return drawn_from((turn + 1) % kSeats) == 0; }

    // Takes the four answers to the current event and goes on to the next event, or to the end.
    void submit(const Answers& answers);

    // The same for answers known to be legal: four passes, the answer of the seat that drew, or the
    // claim that takes priority.
    void pass();
    void act(const Action& action);
    void claim(int seat, const Action& action);
    void declare_win(int seat);

  private:
    void submit_draw(const Answers& answers);
    void submit_discard(const Answers& answers);
    void submit_added_kong(const Answers& answers);
    bool fault_unless_pass(int seat, const Answer& answer);
    void deal();
    void draw(int seat);
    void discard(int seat, Tile tile);
    void pass_on();
    void end_at_fault(int seat, Verdict verdict);
    void kong_of_hand(int seat, Tile tile);
    void added_kong(int seat, Tile tile);
    void take_chow(int seat, Tile middle);
    void take_pung(int seat);
    void take_kong(int seat);
};

static_assert(std::is_trivially_copyable_v<Game>);

// Why a wall is not valid; nullptr if it is.
const char* fault_of_wall(std::span<const Tile> wall, int prevalent_wind, bool common_wall = false);

// A game at its first request. The wall must be valid.
Game new_game(std::span<const Tile> wall, int prevalent_wind, bool common_wall = false);

// The tiles and flowers dealt to a seat, in draw order: its wall from the end backwards, up to 13
// tiles; with a common wall, after the tiles of the seats before it. Returns how many were drawn.
int dealt_tiles(const Game& game, int seat, std::array<Tile, kMostWallSize>& drawn);

}  // namespace mj

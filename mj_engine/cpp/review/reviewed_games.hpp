// ReviewedGames: reviewed seats and their hands as numbers that can be summed.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "review/losses.hpp"
#include "table/game.hpp"

namespace mj {

// What is summed for a seat: its answers and, in a whole game, its style of play.
namespace sum {
enum Place : std::uint8_t {
    Seats,
    Decisions,
    Lost,
    Grave,  // mistakes and blunders
    Scored,
    Luck,
    Score,
    Hands,
    Wins,
    Opened,  // hands opened by a claim
    DealIns,
    SelfDrawn,
    Fan,          // the fan of wins, with flowers
    WinTurns,     // the number of own discards before wins
    Claims,       // chows, pungs, kongs of a discard
    FirstClaims,  // the number of own discards before first claims
    OfKinds       // points lost by LossKind; must be last
};
}  // namespace sum

// long double, so that sums of doubles are exact to the last digit.
using Sums = std::array<long double, sum::OfKinds + kLossKinds>;

// kind, grade: indexes of their names, -1 for none.
struct Judged {
    double turn, win_chance, expected_score, lost;
    bool own_draw;
    double kind, grade;
};

// score: NaN if not known.
struct Seat {
    int seat, player;
    double score;
    std::vector<Judged> answers;
};

// main_fan: the greatest fan of the win, if there is one.
struct Hand {
    int winner;
    std::array<Sums, kSeats> deeds;
    std::string_view main_fan;
};

struct ReviewedGame {
    std::vector<Seat> seats;
    std::vector<Hand> hands;
};

// Parses numbers and texts laid out as in sums.hpp. Returns an error that names the bad request.
Expected<std::vector<ReviewedGame>> reviewed_games(std::span<const double> numbers,
                                                   std::span<const std::string_view> texts);

}  // namespace mj

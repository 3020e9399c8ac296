// ReviewedGames: reviewed seats, and what each did in its hand, in numbers that add up.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "review/losses.hpp"
#include "table/game.hpp"

namespace mj {

// What is summed of a seat: of its answers, and, of a whole game, of how it played.
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
    Opened,  // hands with a claim
    DealIns,
    SelfDrawn,
    Fan,          // of wins, with flowers
    WinTurns,     // own discards before wins
    Claims,       // chows, pungs, kongs of a discard
    FirstClaims,  // own discards before first claims
    OfKinds       // points lost, by LossKind: the last
};
}  // namespace sum

// Wide enough that a sum of doubles is right to its last digit.
using Sums = std::array<long double, sum::OfKinds + kLossKinds>;

// kind, grade: places among their names, -1 for none.
struct Judged {
    double turn, win_chance, expected_score, lost;
    bool own_draw;
    double kind, grade;
};

// score: NaN if it is not known.
struct Seat {
    int seat, player;
    double score;
    std::vector<Judged> answers;
};

// main_fan: the greatest of the win, if there is one.
struct Hand {
    int winner;
    std::array<Sums, kSeats> deeds;
    std::string_view main_fan;
};

struct ReviewedGame {
    std::vector<Seat> seats;
    std::vector<Hand> hands;
};

// Of numbers and texts as sums.hpp has them. Says which request is none.
Expected<std::vector<ReviewedGame>> reviewed_games(std::span<const double> numbers,
                                                   std::span<const std::string_view> texts);

}  // namespace mj

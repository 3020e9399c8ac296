// Sums: totals of reviewed seats: losses, luck, players, style of play.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/expected.hpp"

namespace mj {

// The loss per decision that halves the accuracy: about what `greedy` loses.
inline constexpr double kHalving = 0.6;
// How many of the worst answers are listed.
inline constexpr int kWorst = 5;

// How well a seat plays, 0 to 100, from its points lost per decision.
double accuracy_of(double lost);

// The totals of reviewed games as JSON, with the names of docs/reference/review.md: `seats` by
// game; `players`, the least loss per decision first, with their difference to the first; `style`
// of all. Answers are identified by their indexes. Errors are clustered by game, since its seats
// share the tiles.
//
// numbers, for each game: the seats; for each seat: seat, player, score (NaN if not known),
// answers; for each answer: turn, win chance, expected score, points lost, whether after an own
// draw, kind and grade (-1 for none). Then, for a whole game, the hands: first its own, then the
// adviser's on the same wall; for each hand: the winner (4 if nobody won), fan, number of requests
// to seat 0, fans with their values. Every list is preceded by its length.
// texts: the requests of each hand, then the names of its fans.
Expected<std::string> sums_of(std::span<const double> numbers,
                              std::span<const std::string_view> texts);

}  // namespace mj

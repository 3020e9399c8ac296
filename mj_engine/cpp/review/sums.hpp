// Sums: what reviewed seats add up to: losses, luck, players, how they play.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/expected.hpp"

namespace mj {

// Points lost a decision that halve the accuracy: about what `greedy` loses.
inline constexpr double kHalving = 0.6;
// How many of the worst answers are named.
inline constexpr int kWorst = 5;

// How well a seat plays, 0 to 100, by its points lost a decision.
double accuracy_of(double lost);

// The sums of reviewed games as JSON, with the names of docs/reference/review.md: `seats` by game;
// `players`, who loses least a decision first, with how much more they lose than the first;
// `style` of all. Answers are named by their places. Errors are by game: its seats share its tiles.
//
// numbers, of each game: seats; of each the seat, the player, the score (NaN if it is not known),
// answers; of each the turn, the win chance, the expected score, the points lost, whether after
// an own draw, kind and grade (-1 for none); of a whole game hands, first its own, then the
// adviser's on the same wall; of each the winner (4 if nobody won), the fan, requests to seat 0,
// fans; of each its value. Before what there are several of stands how many.
// texts: the requests of each hand, then the names of its fans.
Expected<std::string> sums_of(std::span<const double> numbers,
                              std::span<const std::string_view> texts);

}  // namespace mj

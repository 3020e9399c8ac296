// Rows to fit the forecast to: the decisions of games of `odds`, with their results.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/forecast/features.hpp"
#include "play/many.hpp"

namespace mj {

// The action that was taken. dealt_in: another seat won with its discard. score: the seat's.
struct ForecastRow {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t turn = 0;  // own discards before
    Decision kind = Decision::Nothing;
    bool dealt_in = false;
    bool won = false;
    std::uint8_t unseen = 0;  // tiles that the seat does not see
    float score = 0;
    float deal_in = 0;  // its chance, by `odds`
    std::array<float, kForecastFeatures> features{};
};

// Plays all tasks and keeps the decisions of all seats, or of the one that `only` names for a game.
// With a `within` of 0 or more one in four of the other games is a trial: at some decision of some
// seat a random action at most this far below the best is taken, and only its rows from there on
// are kept; so there are actions that `odds` does not take. Throws std::logic_error if a player is
// not `odds`. The result does not depend on the number of threads.
std::vector<ForecastRow> forecast_rows(const Plan& plan, std::span<const int> only, double within,
                                       std::uint64_t seed, int threads);

}  // namespace mj

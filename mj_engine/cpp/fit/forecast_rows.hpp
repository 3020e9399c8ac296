// Rows to fit the forecast to: decisions of games of `odds` and `learned`, with their results.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/forecast/features.hpp"
#include "play/many.hpp"

namespace mj {

// The action that was taken. typed: the hand was presented without its table, as a person types it.
// passed: it passes a win. dealt_in: another seat won with its discard. score: the seat's.
struct ForecastRow {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t turn = 0;  // own discards before
    bool typed = false;
    bool passed = false;
    bool dealt_in = false;
    bool won = false;
    float score = 0;
    float deal_in = 0;  // its chance, by `odds`
    std::array<float, kForecastFeatures> features{};
};

// Whose rows are kept of a game: the seat's, or with -1 those of all. With a turn, at this own draw
// of the seat the first 14 tiles of its wall, with these melds among them, become its hand; until
// then it claims nothing. What it had goes into the walls, and these are shuffled.
struct ForecastDeal {
    int only = -1;
    int turn = 0;
    Melds melds;
};

// within: of the other games two in eight are trials, if this is not below 0: at some decision of
// some seat a random action at most this far below the best is taken; and in one in eight the first
// win on offer is passed. Only the seat's rows from there on are kept, so there are actions that no
// tactic takes. In a game with a set hand a win is passed if the hand is one, and in one in four if
// `within` is not below 0. typed: one decision in this many is there once more without its table,
// one in four times as many where only a seat's are kept from the deal on; 0 for none.
struct ForecastOptions {
    double within;
    std::uint32_t typed;
};

// Plays all tasks and keeps decisions of the seats whose player is `odds` or `learned`. The result
// does not depend on the number of threads.
std::vector<ForecastRow> forecast_rows(const Plan& plan, std::span<const ForecastDeal> deals,
                                       const ForecastOptions& options, std::uint64_t seed,
                                       int threads);

}  // namespace mj

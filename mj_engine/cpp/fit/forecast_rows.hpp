// Training rows for the forecast: decisions from games of `odds` and `learned`, with their results.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/forecast/features.hpp"
#include "play/many.hpp"

namespace mj {

// One action that was taken. typed: the state is a typed-in hand without the table. passed: it
// passes a win. dealt_in: another seat won with its discard. score: the seat's final score.
struct ForecastRow {
    std::uint32_t game = 0;
    std::uint8_t seat = 0;
    std::uint8_t turn = 0;  // own discards before it
    bool typed = false;
    bool passed = false;
    bool dealt_in = false;
    bool won = false;
    float score = 0;
    float deal_in = 0;  // the deal-in chance by `odds`
    std::array<float, kForecastFeatures> features{};
};

// A game that starts from a set hand. only: the seat whose rows are kept; -1 keeps all. turn: at
// this own draw the first 14 tiles of its wall, with these melds among them, become its hand; until
// then it claims nothing. Its old tiles are shuffled into the walls. 0: no set hand.
struct ForecastDeal {
    int only = -1;
    int turn = 0;
    Melds melds;
};

// within: if 0 or more, games that would keep all seats also explore: in two of eight, one random
// action within this many points of the best is played; in one of eight, the first win is passed.
// Only the seat's rows from there on are kept. So there are rows of actions that no tactic takes.
// In games with a set hand a win is passed if the set hand is itself a win, and in one of four
// games if `within` is 0 or more. typed: one decision in this many is repeated without its table
// (in games with `only` four times as rare); 0 for none.
struct ForecastOptions {
    double within;
    std::uint32_t typed;
};

// Plays all tasks and returns the decisions of `odds` and `learned` seats. The result does not
// depend on the number of threads.
std::vector<ForecastRow> forecast_rows(const Plan& plan, std::span<const ForecastDeal> deals,
                                       const ForecastOptions& options, std::uint64_t seed,
                                       int threads);

}  // namespace mj

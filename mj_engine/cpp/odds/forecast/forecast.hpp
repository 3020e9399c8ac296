// Forecast of an action: the chance to win, and the points with and without a win.
// Its twin: mj_bot/odds/forecast/forecast.py.
#pragma once

#include "odds/forecast/features.hpp"

namespace mj {

// See mj_bot.odds.forecast for each field.
struct Forecast {
    double win_chance, expected_score, win_score, other_score;
};

// From an action's features and the deal-in chance of its discard.
Forecast forecast_of(const ForecastFeatures& features, double deal_in);

}  // namespace mj

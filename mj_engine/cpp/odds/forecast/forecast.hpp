// Brings: the forecast of an action: the chance to win, and the points with and without a win.
// Its twin: mj_bot/odds/forecast/forecast.py.
#pragma once

#include "odds/forecast/features.hpp"

namespace mj {

// The forecast of an action; mj_bot.odds.forecast says what each is.
struct Forecast {
    double win_chance, expected_score, win_score, other_score;
};

// By the features of an action and the deal-in chance of its discard.
Forecast forecast_of(const ForecastFeatures& features, double deal_in);

}  // namespace mj

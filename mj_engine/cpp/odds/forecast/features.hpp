// Features of the forecast: the hand after an action, its targets, and the table.
// Its twin: mj_bot/odds/forecast/features.py.
#pragma once

#include <array>
#include <span>

#include "core/action.hpp"
#include "core/state.hpp"
#include "numbers/options.hpp"
#include "odds/hand_context.hpp"
#include "odds/opponents/deal_in.hpp"
#include "odds/value/fan_cache.hpp"

namespace mj {

// Scores, fan, draws and the like are divided by ten.
inline constexpr double kTens = 10;
inline constexpr int kForecastFeatures = 43;
using ForecastFeatures = std::array<double, kForecastFeatures>;

// The hand after an action, and what was computed for it. passes: whether the action passes a win.
struct HandLeft {
    const HandContext& context;  // after the discard
    std::span<const TargetHand> targets;
    const TileLocation& location;
    double hand_value, rate;
    bool passes;
};

// In the order of mj_bot's names; see mj_bot.odds.forecast.
ForecastFeatures forecast_features(const GameState& state, const Action& action,
                                   const HandLeft& left, const DealIn& deal_in,
                                   const OddsOptions& options, FanCache& fans);

// Whether at least half of the discards that the others' draws imply are on the table.
bool is_table_known(const GameState& state);

}  // namespace mj

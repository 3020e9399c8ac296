// OddsOptions: how one player of `odds` searches. mj_bot/odds/options.py says what each number is
// and passes them on; one that this list lacks is refused.
// Its twin: mj_bot/odds/options.py.
#pragma once

namespace mj {

// OPTION(type, name) for each: makes the struct below, and the code that fills it
// (bind/by_name.hpp).
#define MJ_ODDS_OPTIONS(OPTION)          \
    OPTION(double, rival_win_rate)       \
    OPTION(double, rival_discard_weight) \
    OPTION(double, seven_fan_weight)     \
    OPTION(double, six_fan_weight)       \
    OPTION(double, fan_value)            \
    OPTION(int, exact_distance)          \
    OPTION(double, pass_bonus)           \
    OPTION(double, next_draw_bonus)      \
    OPTION(double, kong_cost)            \
    OPTION(double, defence)              \
    OPTION(int, slack)                   \
    OPTION(int, max_targets)             \
    OPTION(int, max_chicken_hands)

struct OddsOptions {
#define MJ_FIELD(type, name) type name;
    MJ_ODDS_OPTIONS(MJ_FIELD)
#undef MJ_FIELD
};

}  // namespace mj

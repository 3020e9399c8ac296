// OddsOptions: how one player of `odds` searches; Python fills in the defaults.
#pragma once

namespace mj {

// Of the hand value. rival_win_rate: how often a turn somebody else wins. rival_discard_weight: the
// others' discards count so many times. seven_fan_weight, six_fan_weight: what a target of 7 or 6
// fan counts of one of 8. fan_value: what a fan adds to a win's value. exact_distance: targets that
// lack no more tiles are counted exactly.
struct Rates {
    double rival_win_rate, rival_discard_weight, seven_fan_weight, six_fan_weight, fan_value;
    int exact_distance;
};

// pass_bonus: what passing on a tile adds to the log-odds of winning; next_draw_bonus: what it adds
// besides if the own draw is next. chow_cost, kong_cost: what a chow, or a kong of the tile, takes
// from them. rate_weight: the rate of improving tiles counts so many times. rival_win_growth: by
// how much the logarithm of the rival win rate grows in ten turns from turn 6. defence: the deal-in
// chance of a discard counts so many times. slack: targets so much farther than the nearest
// are looked at, but no more than max_targets; of Chicken Hands no more than max_chicken_hands.
// exact_within: discards whose value is less than the best by at most this part of it are valued by
// the hand that they leave alone.
struct OddsOptions {
    Rates rates;
    double pass_bonus, next_draw_bonus, chow_cost, kong_cost, rate_weight, rival_win_growth,
        defence;
    int slack, max_targets, max_chicken_hands;
    double exact_within;
};

}  // namespace mj

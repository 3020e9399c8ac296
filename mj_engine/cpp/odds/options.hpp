// OddsOptions: how one player of `odds` searches; Python fills in the defaults.
#pragma once

namespace mj {

// Of the hand value. rival_win_rate: how often a turn somebody else wins. rival_discard_weight: the
// others' discards count so many times. seven_fan_weight, six_fan_weight: what a target of 7 or 6
// fan counts of one of 8. exact_distance: targets that lack no more tiles are counted exactly.
struct Rates {
    double rival_win_rate, rival_discard_weight, seven_fan_weight, six_fan_weight;
    int exact_distance;
};

// pass_bonus: what passing on a tile adds to the log-odds of winning; next_draw_bonus: what it adds
// besides if the own draw is next. kong_cost: what a kong of the tile takes from them. defence: the
// deal-in chance of a discard counts so many times. slack: targets so much farther than the nearest
// are looked at, but no more than max_targets; of Chicken Hands no more than max_chicken_hands.
struct OddsOptions {
    Rates rates;
    double pass_bonus, next_draw_bonus, kong_cost, defence;
    int slack, max_targets, max_chicken_hands;
    int exact_discards;
};

}  // namespace mj

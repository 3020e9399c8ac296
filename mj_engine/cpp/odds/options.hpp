// OddsOptions: how one player of `odds` searches; Python fills in the defaults.
#pragma once

namespace mj {

// The race's parameters. lam: how often a turn somebody else wins. claimed: the others' discards
// count so many times. part_of_7, part_of_6: what a shape of 7 or 6 fan counts of one of 8. exact:
// shapes that lack no more tiles are counted exactly.
struct Rates {
    double lam, claimed, part_of_7, part_of_6;
    int exact;
};

// patience: what passing on a tile adds to the log-odds of winning; next_draw: what it adds besides
// if the own draw is next. kong: what a kong of the tile takes from them. defence: the danger of a
// discard counts so many times. slack: shapes so much farther than the nearest are looked at, but
// no more than most_shapes; of Chicken Hands no more than chickens.
struct OddsOptions {
    Rates rates;
    double patience, next_draw, kong, defence;
    int slack, most_shapes, chickens;
};

}  // namespace mj

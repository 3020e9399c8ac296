// RouteNumbers: every number of `rule_based`, as Python hands them over (mj_engine._mj_bot).
// Their twins stand in mj_bot/routes/, each beside what it is for.
#pragma once

#include <array>
#include <vector>

#include "core/tile.hpp"

namespace mj {

// What sets and a pair cost where no tile of them is held.
struct ShantenCosts {
    double no_set, no_pair, worst_pair, both_sides;
};

// The small value of tiles outside a target; `lone` by place in the suit.
struct ConnectionFit {
    double pair, triplet, lone_honour;
    std::array<double, kSuitSize> lone;
};

// The route of three chows. targets: a row each, its rate and its nine tiles, set by set.
struct ChowsFit {
    double rated_over, backup_within, backup, slack, rounding;
    std::vector<std::vector<double>> targets;
};

struct AllTypesFit {
    double rate, nothing_held;
};

// A route whose tiles are confined to the numbers low-high.
struct ConfinedFit {
    double rate;
    int low, high;
};

struct ConfinedCosts {
    int most_others;
    double others_alone, others_beside, shanten_part;
    ConfinedFit half_flush, upper_four, lower_four;
};

struct MeldedHandFit {
    double unmelded, melded;
};

// pairing: of a tile to be paired, by its copies left. pair_choices: the orphans that may be twice.
struct FormCosts {
    std::array<double, kCopies + 1> pairing;
    std::vector<int> pair_choices;
    int knitted_size;
};

// How distances become the value of an action.
struct ActionFit {
    double near, second_part, third_part, chow_price, kong_gain, best, first_of_all, equal_within;
};

struct RouteNumbers {
    // Of a tile by its copies left; the first is what is out of reach.
    std::array<double, kCopies + 1> difficulty;
    ShantenCosts shanten;
    ConnectionFit connection;
    ChowsFit chows;
    AllTypesFit all_types;
    ConfinedCosts confined;
    MeldedHandFit melded_hand;
    FormCosts forms;
    ActionFit action;

    [[nodiscard]] double out_of_reach() const { return difficulty[0]; }
};

}  // namespace mj

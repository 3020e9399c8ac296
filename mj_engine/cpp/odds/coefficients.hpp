// Coefficients: every fitted or chosen number of odds, from Python.
// Its twin: mj_bot/odds/coefficients.py.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace mj {

// A number for everything at most this far back.
struct Until {
    int most;
    double weight;
};

// What each weight adds to the log-odds that a seat wins with a tile; mj_bot's deal_in explains
// them.
struct DealInFit {
    double base, turn, turn_squared, meld, meld_by_turn;
    double new_middle, new_honour, first_middle, first_middle_and_honour;
    std::array<double, 4> honour;
    double dragon;
    std::array<double, 3> suited;
    double few_unseen, own_discard;
    std::vector<Until> let_go;
    double next_early, two_off_early, near_late, honour_share;
    std::array<std::array<double, 3>, 2> flush;
    double pungs, same_number, same_number_twice, shifted, straight, in_chow;
    int most_melds, newest, first, early, flush_melds;
    std::array<int, 3> straight_middles;
};

// What each weight of an unseen tile adds: to the log-odds that it lies in the wall, and to the
// logarithm of how often it is discarded.
inline constexpr int kFeatures = 21;
struct LocationFit {
    std::array<std::array<double, 2>, kFeatures> features;
    double least_share, most_share;
};

// The log-odds of winning the game; turns in tens, `size` the logarithm of the hand value.
struct ChanceFit {
    double base, size, turn, size_by_turn, turn_squared, rate, threat;
    double min_hand_value;
    int draws_to_get_ready;
};

// The value of a win in the hand value, and the fan that concealment and luck add.
struct ValueFit {
    double base;
    int concealed_fan, self_drawn_fan, fully_concealed_fan;
    int chicken_fan, far_chicken;
};

// The fan of the forms that the table does not hold.
struct FormFit {
    int seven_pairs, thirteen_orphans, honors_and_knitted, knitted_straight;
    int melded_hand, least;
};

// Numbers of the search for near targets.
struct SearchFit {
    int wins_with, least_fan, chicken;
    int far;            // further than any target
    int not_to_be_had;  // the distance of a tile without unseen copies
    int most_of_forms;  // the greatest distance of special forms
};

// The points of winning, dealing in and another's win; mj_bot.odds.win_chance explains them.
struct PointsFit {
    double win, deal_in, loss, win_value, equal_within, sure_pass;
};

// The network of the forecast; mj_bot.odds.forecast says what it sees.
struct ForecastFit {
    struct Layer {
        std::vector<double> weight;  // [out][in]
        std::vector<double> bias;    // [out]
    };
    std::vector<double> mean, scale;
    std::vector<Layer> layers;
    double deal_in_costs;
};

struct Coefficients {
    DealInFit deal_in;
    LocationFit location;
    ChanceFit chance;
    ValueFit value;
    FormFit forms;
    SearchFit search;
    PointsFit points;
    ForecastFit forecast;
    int most_turns;  // later turns count as this one
    int rounds;      // of a state's value
    float clearly;   // smaller differences count as equal
};

}  // namespace mj

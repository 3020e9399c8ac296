// Coefficients, options and columns of the table from a source of numbers by name: Python's
// dictionaries, or the file that the browser loads.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "odds/coefficients.hpp"
#include "odds/options.hpp"
#include "odds/targets/target_table.hpp"
#include "routes/route_numbers.hpp"

namespace mj {

// `of(name)` converts to the type asked for, `of.in(name)` is a source of its own.
namespace by_name {

template <typename Named>
DealInFit deal_in_fit(const Named& of) {
    DealInFit fit{.base = of("base"),
                  .turn = of("turn"),
                  .turn_squared = of("turn_squared"),
                  .meld = of("meld"),
                  .meld_by_turn = of("meld_by_turn"),
                  .new_middle = of("new_middle"),
                  .new_honour = of("new_honour"),
                  .first_middle = of("first_middle"),
                  .first_middle_and_honour = of("first_middle_and_honour"),
                  .honour = of("honour"),
                  .dragon = of("dragon"),
                  .suited = of("suited"),
                  .few_unseen = of("few_unseen"),
                  .own_discard = of("own_discard"),
                  .let_go = {},
                  .next_early = of("next_early"),
                  .two_off_early = of("two_off_early"),
                  .near_late = of("near_late"),
                  .honour_share = of("honour_share"),
                  .flush = of("flush"),
                  .pungs = of("pungs"),
                  .same_number = of("same_number"),
                  .same_number_twice = of("same_number_twice"),
                  .shifted = of("shifted"),
                  .straight = of("straight"),
                  .in_chow = of("in_chow"),
                  .most_melds = of("most_melds"),
                  .newest = of("newest"),
                  .first = of("first"),
                  .early = of("early"),
                  .flush_melds = of("flush_melds"),
                  .straight_middles = of("straight_middles")};
    const std::vector<std::pair<int, double>> let_go = of("let_go");
    for (const auto& [most, weight] : let_go) fit.let_go.push_back({most, weight});
    return fit;
}

template <typename Named>
ChanceFit chance_fit(const Named& of) {
    return {.base = of("base"),
            .size = of("size"),
            .turn = of("turn"),
            .size_by_turn = of("size_by_turn"),
            .turn_squared = of("turn_squared"),
            .rate = of("rate"),
            .threat = of("threat"),
            .min_hand_value = of("min_hand_value"),
            .draws_to_get_ready = of("draws_to_get_ready")};
}

template <typename Named>
ForecastFit forecast_fit(const Named& of) {
    ForecastFit fit{.mean = of("mean"),
                    .scale = of("scale"),
                    .layers = {},
                    .deal_in_costs = of("deal_in_costs")};
    const std::vector<std::vector<double>> weights = of("weights");
    const std::vector<std::vector<double>> biases = of("biases");
    for (std::size_t place = 0; place < std::min(weights.size(), biases.size()); ++place) {
        fit.layers.push_back({weights[place], biases[place]});
    }
    return fit;
}

template <typename Named>
ValueFit value_fit(const Named& of) {
    return {.base = of("base"),
            .concealed_fan = of("concealed_fan"),
            .self_drawn_fan = of("self_drawn_fan"),
            .fully_concealed_fan = of("fully_concealed_fan"),
            .chicken_fan = of("chicken_fan"),
            .far_chicken = of("far_chicken")};
}

template <typename Named>
FormFit form_fit(const Named& of) {
    return {.seven_pairs = of("seven_pairs"),
            .thirteen_orphans = of("thirteen_orphans"),
            .honors_and_knitted = of("honors_and_knitted"),
            .knitted_straight = of("knitted_straight"),
            .melded_hand = of("melded_hand"),
            .least = of("least")};
}

template <typename Named>
SearchFit search_fit(const Named& of) {
    return {.wins_with = of("wins_with"),
            .least_fan = of("least_fan"),
            .chicken = of("chicken"),
            .far = of("far"),
            .not_to_be_had = of("not_to_be_had"),
            .most_of_forms = of("most_of_forms")};
}

template <typename Named>
PointsFit points_fit(const Named& of) {
    return {.win = of("win"),
            .deal_in = of("deal_in"),
            .loss = of("loss"),
            .win_value = of("win_value"),
            .equal_within = of("equal_within"),
            .sure_pass = of("sure_pass")};
}

template <typename Named>
ConfinedFit confined_fit(const Named& of) {
    return {.rate = of("rate"), .low = of("low"), .high = of("high")};
}

template <typename Named>
ConfinedCosts confined_costs(const Named& of) {
    return {.most_others = of("most_others"),
            .others_alone = of("others_alone"),
            .others_beside = of("others_beside"),
            .shanten_part = of("shanten_part"),
            .half_flush = confined_fit(of.in("half_flush")),
            .upper_four = confined_fit(of.in("upper_four")),
            .lower_four = confined_fit(of.in("lower_four"))};
}

template <typename Named>
ChowsFit chows_fit(const Named& of) {
    return {.rated_over = of("rated_over"),
            .backup_within = of("backup_within"),
            .backup = of("backup"),
            .slack = of("slack"),
            .rounding = of("rounding"),
            .targets = of("targets")};
}

template <typename Named>
ActionFit action_fit(const Named& of) {
    return {.near = of("near"),
            .second_part = of("second_part"),
            .third_part = of("third_part"),
            .chow_price = of("chow_price"),
            .kong_gain = of("kong_gain"),
            .best = of("best"),
            .first_of_all = of("first_of_all"),
            .equal_within = of("equal_within")};
}

}  // namespace by_name

// Every number by its name, see mj_engine._mj_bot.odds_coefficients.
template <typename Named>
Coefficients coefficients_by_name(const Named& of) {
    const Named location = of.in("location");
    return {.deal_in = by_name::deal_in_fit(of.in("deal_in")),
            .location = {.features = location("features"),
                         .least_share = location("least_share"),
                         .most_share = location("most_share")},
            .chance = by_name::chance_fit(of.in("chance")),
            .value = by_name::value_fit(of.in("value")),
            .forms = by_name::form_fit(of.in("forms")),
            .search = by_name::search_fit(of.in("search")),
            .points = by_name::points_fit(of.in("points")),
            .forecast = by_name::forecast_fit(of.in("forecast")),
            .most_turns = of("most_turns"),
            .rounds = of("rounds"),
            .clearly = of("clearly")};
}

// Every number of `rule_based` by its name, see mj_engine._mj_bot.route_numbers.
template <typename Named>
RouteNumbers route_numbers_by_name(const Named& of) {
    const Named shanten = of.in("shanten");
    const Named connection = of.in("connection");
    const Named types = of.in("all_types");
    const Named melded = of.in("melded_hand");
    const Named forms = of.in("forms");
    return {.difficulty = of("difficulty"),
            .shanten = {.no_set = shanten("no_set"),
                        .no_pair = shanten("no_pair"),
                        .worst_pair = shanten("worst_pair"),
                        .both_sides = shanten("both_sides")},
            .connection = {.pair = connection("pair"),
                           .triplet = connection("triplet"),
                           .lone_honour = connection("lone_honour"),
                           .lone = connection("lone")},
            .chows = by_name::chows_fit(of.in("chows")),
            .all_types = {.rate = types("rate"), .nothing_held = types("nothing_held")},
            .confined = by_name::confined_costs(of.in("confined")),
            .melded_hand = {.unmelded = melded("unmelded"), .melded = melded("melded")},
            .forms = {.pairing = forms("pairing"),
                      .pair_choices = forms("pair_choices"),
                      .knitted_size = forms("knitted_size")},
            .action = by_name::action_fit(of.in("action"))};
}

// The columns of the table of targets; they stay where they are.
template <typename Named>
TargetColumns columns_by_name(const Named& of) {
    return {.suit_counts = of("suit_counts"),
            .suit_codes = of("suit_codes"),
            .honour_counts = of("honour_counts"),
            .honour_codes = of("honour_codes"),
            .fronts = of("fronts"),
            .starts = of("starts"),
            .backs = of("backs"),
            .back_of = of("back_of"),
            .fan = of("fan")};
}

// The options; `seen(name)` is called with the name of each.
template <typename Named, typename Seen>
OddsOptions options_by_name(const Named& of, const Seen& seen) {
    OddsOptions options{};
#define MJ_LOAD(type, name)   \
    options.name = of(#name); \
    seen(#name);
    MJ_ODDS_OPTIONS(MJ_LOAD)
#undef MJ_LOAD
    return options;
}

}  // namespace mj

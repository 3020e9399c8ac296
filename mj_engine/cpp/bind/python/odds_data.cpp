#include "bind/python/odds_data.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <set>
#include <string>

namespace nb = nanobind;

namespace {

// A value that becomes whatever it is asked for.
class Value {
  public:
    Value(std::string name, nb::object found) : name_(std::move(name)), found_(std::move(found)) {}

    template <typename Wanted>
    operator Wanted() const {  // NOLINT(*-explicit-constructor): that is its use
        Wanted wanted{};
        if (!nb::try_cast(found_, wanted)) {
            throw nb::type_error(("not the kind of number expected: " + name_).c_str());
        }
        return wanted;
    }

  private:
    std::string name_;
    nb::object found_;
};

// A dictionary of numbers by name.
class Named {
  public:
    Named(std::string name, nb::dict values) : name_(std::move(name)), values_(std::move(values)) {}
    explicit Named(nb::dict values) : values_(std::move(values)) {}

    Value operator()(const char* name) const { return {path(name), at(name)}; }
    Named in(const char* name) const { return {path(name), Value(path(name), at(name))}; }

  private:
    std::string path(const char* name) const { return name_.empty() ? name : name_ + "." + name; }
    nb::object at(const char* name) const {
        if (!values_.contains(name)) throw nb::key_error(path(name).c_str());
        return values_[name];
    }

    std::string name_;
    nb::dict values_;
};

mj::DealInFit deal_in_fit(const Named& of) {
    mj::DealInFit fit{.base = of("base"),
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

mj::ChanceFit chance_fit(const Named& of) {
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

mj::ForecastFit forecast_fit(const Named& of) {
    mj::ForecastFit fit{.mean = of("mean"),
                        .scale = of("scale"),
                        .layers = {},
                        .assumed = of("assumed"),
                        .deal_in_costs = of("deal_in_costs")};
    const std::vector<std::vector<double>> weights = of("weights");
    const std::vector<std::vector<double>> biases = of("biases");
    for (std::size_t place = 0; place < weights.size(); ++place) {
        fit.layers.push_back({weights[place], biases.at(place)});
    }
    return fit;
}

mj::ValueFit value_fit(const Named& of) {
    return {.base = of("base"),
            .concealed_fan = of("concealed_fan"),
            .self_drawn_fan = of("self_drawn_fan"),
            .fully_concealed_fan = of("fully_concealed_fan"),
            .chicken_fan = of("chicken_fan"),
            .far_chicken = of("far_chicken")};
}

mj::FormFit form_fit(const Named& of) {
    return {.seven_pairs = of("seven_pairs"),
            .thirteen_orphans = of("thirteen_orphans"),
            .honors_and_knitted = of("honors_and_knitted"),
            .knitted_straight = of("knitted_straight"),
            .melded_hand = of("melded_hand"),
            .least = of("least")};
}

mj::SearchFit search_fit(const Named& of) {
    return {.wins_with = of("wins_with"),
            .least_fan = of("least_fan"),
            .chicken = of("chicken"),
            .far = of("far"),
            .not_to_be_had = of("not_to_be_had"),
            .most_of_forms = of("most_of_forms")};
}

mj::PointsFit points_fit(const Named& of) {
    return {.win = of("win"),
            .deal_in = of("deal_in"),
            .loss = of("loss"),
            .win_value = of("win_value"),
            .equal_within = of("equal_within")};
}

// The numbers of a contiguous array, as long as the dictionary holds it.
template <typename Number>
std::span<const Number> column(const nb::dict& arrays, const char* name) {
    if (!arrays.contains(name)) throw nb::key_error(name);
    nb::ndarray<const Number, nb::c_contig, nb::device::cpu> array;
    if (!nb::try_cast(arrays[name], array)) {
        throw nb::type_error(("not the kind of array expected: " + std::string(name)).c_str());
    }
    return {array.data(), array.size()};
}

mj::Tile tile_from(nb::handle tile) {
    return tile.is_none() ? mj::kNoTile : nb::cast<mj::Tile>(tile);
}

mj::Melds melds_from(nb::handle melds) {
    mj::Melds found;
    for (const auto meld : melds) {
        const auto kind = nb::cast<std::string>(meld.attr("kind"));
        auto its_kind = mj::MeldKind::Kong;
        if (kind == "CHI") its_kind = mj::MeldKind::Chow;
        if (kind == "PENG") its_kind = mj::MeldKind::Pung;
        if (found.size == found.of.size()) throw nb::value_error("more than four melds");
        found.push({its_kind, tile_from(meld.attr("tile")),
                    nb::cast<std::uint8_t>(meld.attr("offer")),
                    nb::cast<bool>(meld.attr("added"))});
    }
    return found;
}

mj::Discards discards_from(nb::handle discards) {
    mj::Discards found;
    for (const auto discard : discards) {
        if (found.size == found.of.size()) throw nb::value_error("more discards than any game has");
        const auto claimed_by = discard.attr("claimed_by");
        found.push(nb::cast<mj::Tile>(discard.attr("tile")));
        if (!claimed_by.is_none()) {
            found.of[found.size - 1].claimed_by = nb::cast<std::uint8_t>(claimed_by);
        }
    }
    return found;
}

bool is_tile(mj::Tile tile) { return tile < mj::kTileKinds; }

bool is_meld(const mj::Meld& meld) {
    return meld.kind == mj::MeldKind::Chow ? mj::is_chow_middle(meld.tile) : is_tile(meld.tile);
}

// Why this is no state of a game, nullptr if it may be one: whatever would be out of bounds.
const char* fault_of(const mj::GameState& state) {
    if (state.seat >= mj::kSeats || state.prevalent_wind >= mj::kSeats ||
        state.turn >= mj::kSeats) {
        return "no game has begun";
    }
    if (state.decision > mj::Decision::Rob) return "a decision that no game asks for";
    const auto within = [](const mj::Counts& counts) {
        return std::ranges::all_of(counts, [](int count) { return count <= mj::kCopies; });
    };
    if (!within(state.hand) || !within(state.unseen)) return "more than four copies of a tile";
    if (state.offered != mj::kNoTile && !is_tile(state.offered)) return "a flower on offer";
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        for (const auto& meld : state.melds[seat]) {
            const bool hidden = meld.tile == mj::kNoTile && seat != state.seat;
            if (!hidden && !is_meld(meld)) return "a meld of tiles that make none";
        }
        for (const auto& discard : state.discards[seat]) {
            if (!is_tile(discard.tile)) return "a discarded flower";
        }
    }
    if (mj::sum_of(state.hand) + 3 * state.own_melds().size > mj::kHandSize + 1) {
        return "more tiles than a hand has";
    }
    return nullptr;
}

}  // namespace

mj::Coefficients coefficients_of(const Names& named) {
    const Named of(named);
    const Named location = of.in("location");
    return {.deal_in = deal_in_fit(of.in("deal_in")),
            .location = {.features = location("features"),
                         .least_share = location("least_share"),
                         .most_share = location("most_share")},
            .chance = chance_fit(of.in("chance")),
            .value = value_fit(of.in("value")),
            .forms = form_fit(of.in("forms")),
            .search = search_fit(of.in("search")),
            .points = points_fit(of.in("points")),
            .forecast = forecast_fit(of.in("forecast")),
            .most_turns = of("most_turns"),
            .rounds = of("rounds"),
            .clearly = of("clearly")};
}

std::shared_ptr<mj::OddsTables> tables_of(const Names& arrays, const Names& coefficients) {
    const mj::TargetColumns columns{.suit_counts = column<std::uint8_t>(arrays, "suit_counts"),
                                    .suit_codes = column<std::int32_t>(arrays, "suit_codes"),
                                    .honour_counts = column<std::uint8_t>(arrays, "honour_counts"),
                                    .honour_codes = column<std::int32_t>(arrays, "honour_codes"),
                                    .fronts = column<std::int64_t>(arrays, "fronts"),
                                    .starts = column<std::int64_t>(arrays, "starts"),
                                    .backs = column<std::int64_t>(arrays, "backs"),
                                    .back_of = column<std::int32_t>(arrays, "back_of"),
                                    .fan = column<std::uint8_t>(arrays, "fan")};
    auto made = mj::OddsTables::of(columns, coefficients_of(coefficients));
    if (!made) throw nb::value_error(made.fault().text.c_str());
    return std::make_shared<mj::OddsTables>(std::move(*made));
}

mj::OddsOptions options_of(const Names& named) {
    const Named of(named);
    std::set<std::string> known;
    mj::OddsOptions options{};
#define MJ_LOAD(type, name)   \
    options.name = of(#name); \
    known.insert(#name);
    MJ_ODDS_OPTIONS(MJ_LOAD)
#undef MJ_LOAD
    for (const auto name : named.keys()) {
        if (const auto word = nb::cast<std::string>(name); !known.contains(word)) {
            throw nb::key_error(("the fast table has no option " + word).c_str());
        }
    }
    return options;
}

namespace {

mj::GameState unchecked_state_of(nb::handle seen) {
    mj::GameState state;
    state.hand = nb::cast<mj::Counts>(seen.attr("hand"));
    state.unseen = nb::cast<mj::Counts>(seen.attr("unseen"));
    state.shown = nb::cast<mj::Counts>(seen.attr("shown"));
    state.walls = nb::cast<std::array<std::uint8_t, mj::kSeats>>(seen.attr("walls"));
    state.flowers = nb::cast<std::array<std::uint8_t, mj::kSeats>>(seen.attr("flowers"));
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        state.melds[seat] = melds_from(seen.attr("melds")[nb::int_(seat)]);
        state.discards[seat] = discards_from(seen.attr("discards")[nb::int_(seat)]);
    }
    state.seat = nb::cast<std::uint8_t>(seen.attr("seat"));
    state.prevalent_wind = nb::cast<std::uint8_t>(seen.attr("prevalent_wind"));
    state.wall_size = nb::cast<std::uint8_t>(seen.attr("wall_size"));
    state.turn = nb::cast<std::uint8_t>(seen.attr("turn"));
    state.drawn = tile_from(seen.attr("drawn"));
    state.offered = tile_from(seen.attr("offered"));
    state.decision = static_cast<mj::Decision>(nb::cast<int>(seen.attr("decision")));
    state.replacing = nb::cast<bool>(seen.attr("replacing"));
    state.common_wall = nb::cast<bool>(seen.attr("common_wall"));
    return state;
}

}  // namespace

mj::GameState state_of(nb::handle seen) {
    mj::GameState state;
    try {
        state = unchecked_state_of(seen);
    } catch (const std::bad_cast&) {
        throw nb::value_error("not the state of a game that has begun");
    }
    if (const char* fault = fault_of(state)) throw nb::value_error(fault);
    return state;
}

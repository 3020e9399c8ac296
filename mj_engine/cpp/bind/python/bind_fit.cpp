// Python bindings: training rows for the forecast.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/python/convert.hpp"
#include "bind/python/play_plan.hpp"
#include "bind/python/table.hpp"
#include "fit/forecast_rows.hpp"
#include "worlds/likely_hands.hpp"
#include "worlds/worlds.hpp"

namespace bind {

namespace {

using Arrays = nb::typed<nb::dict, nb::str, nb::any>;

Arrays arrays_of(const std::vector<mj::ForecastRow>& rows) {
    const nb::dict found;
    const auto column = [&]<typename Read>(const char* name, Read read) {
        std::vector<decltype(read(rows.front()))> values;
        values.reserve(rows.size());
        for (const auto& row : rows) values.push_back(read(row));
        found[name] = array_of(std::move(values), rows.size());
    };
    column("game", [](const auto& row) { return row.game; });
    column("seat", [](const auto& row) { return row.seat; });
    column("turn", [](const auto& row) { return row.turn; });
    column("typed", [](const auto& row) { return static_cast<std::uint8_t>(row.typed); });
    column("passed", [](const auto& row) { return static_cast<std::uint8_t>(row.passed); });
    column("dealt_in", [](const auto& row) { return static_cast<std::uint8_t>(row.dealt_in); });
    column("won", [](const auto& row) { return static_cast<std::uint8_t>(row.won); });
    column("score", [](const auto& row) { return row.score; });
    column("deal_in", [](const auto& row) { return row.deal_in; });
    std::vector<float> features;
    features.reserve(rows.size() * mj::kForecastFeatures);
    for (const auto& row : rows) {
        features.insert(features.end(), row.features.begin(), row.features.end());
    }
    found["features"] = array_of(std::move(features), rows.size(), mj::kForecastFeatures);
    return Arrays(found);
}

// Melds from numbers: a pung is its tile, a chow is 34 plus its middle.
mj::Melds melds_of(const std::vector<int>& numbers) {
    mj::Melds melds;
    if (numbers.size() > mj::kSeats) throw nb::value_error("four melds at most");
    for (const int number : numbers) {
        const int tile = number % mj::kTileKinds;
        const bool is_chow = number >= mj::kTileKinds;
        if (number < 0 || number >= 2 * mj::kTileKinds || (is_chow && !mj::is_chow_middle(tile))) {
            throw nb::value_error("a meld that there is not");
        }
        melds.push({is_chow ? mj::MeldKind::Chow : mj::MeldKind::Pung, static_cast<mj::Tile>(tile),
                    1, false});
    }
    return melds;
}

Arrays forecast_rows(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                     const Winds& winds, const Seating& seatings, const Seeds& seeds,
                     const std::vector<std::tuple<int, int, std::vector<int>>>& deals,
                     double within, std::uint32_t typed, std::uint64_t seed, int threads) {
    const mj::Plan plan = plan_of_games(walls, players, winds, seatings, seeds, false);
    checked_threads(threads);
    if (deals.size() != plan.tasks.size()) throw nb::value_error("a deal for each wall");
    std::vector<mj::ForecastDeal> dealt;
    for (const auto& [only, turn, melds] : deals) dealt.push_back({only, turn, melds_of(melds)});
    std::vector<mj::ForecastRow> rows;
    {
        const nb::gil_scoped_release unlocked;
        rows = mj::forecast_rows(plan, dealt, {within, typed}, seed, threads);
    }
    return arrays_of(rows);
}

using Weights = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The share of a seat's tiles that deal in if discarded.
double deal_in_part(const mj::Game& game, int seat, mj::HandTools& tools) {
    double wins = 0;
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile) {
        bool wanted = false;
        for (int other = 0; other < mj::kSeats && game.hands[seat][tile] > 0; ++other) {
            if (other == seat || mj::sum_of(game.hands[other]) % 3 != 1) continue;
            const auto found =
                tools.fans.finished(mj::Multiset(game.hands[other]), game.melds[other], tile, other,
                                    game.prevalent_wind);
            wanted |= found.on_discard >= mj::kLeastFan;
        }
        wins += wanted ? game.hands[seat][tile] : 0;
    }
    return wins / mj::sum_of(game.hands[seat]);
}

// The summed features of the other seats' hands: true, and after some exchanges from the true deal
// or from a random one. Last comes the share of the seat's discards that would deal in.
nb::typed<nb::tuple, nb::any, nb::any> hand_features(const Table& table, int seat,
                                                     const Weights& weights, int exchanges,
                                                     std::uint64_t seed, bool from_true) {
    constexpr std::size_t size = std::tuple_size_v<mj::HandWeights>;
    if (weights.shape(0) != size) throw nb::value_error("a weight for each feature");
    checked_seat(seat);
    mj::HandWeights given{};
    std::copy_n(weights.data(), size, given.begin());
    std::array<std::vector<double>, 2> found{std::vector<double>(size), std::vector<double>(size)};
    {
        const nb::gil_scoped_release unlocked;
        static thread_local mj::HandTools tools;
        mj::Rng rng(seed);
        mj::Game game = table.game();
        mj::LikelyHands(game, seat, given, tools).add_features(found[0]);
        found[0].push_back(deal_in_part(game, seat, tools));
        if (!from_true) {
            const mj::HandWeights equal{};
            mj::LikelyHands random(game, seat, equal, tools);
            random.run(1'000, rng);
            random.deal(game, rng);
        }
        mj::LikelyHands hands(game, seat, given, tools);
        hands.run(exchanges, rng);
        hands.add_features(found[1]);
        hands.deal(game, rng);
        found[1].push_back(deal_in_part(game, seat, tools));
    }
    return nb::typed<nb::tuple, nb::any, nb::any>(nb::make_tuple(
        array_of(std::move(found[0]), size + 1), array_of(std::move(found[1]), size + 1)));
}

}  // namespace

void bind_fit(nb::module_& module) {
    module.def("hand_features", hand_features, nb::arg("game"), nb::arg("seat"), nb::arg("weights"),
               nb::arg("exchanges"), nb::arg("seed"), nb::arg("from_true"),
               "The features of the other seats' hands, true and sampled: float64 [n] each.");
    module.attr("SHANTEN_FEATURES") = mj::hand_features::kReady - mj::hand_features::kShanten;
    module.attr("HAND_WEIGHTS") = nb::int_(std::tuple_size_v<mj::HandWeights>);
    module.def("forecast_rows", forecast_rows, nb::arg("walls"), nb::arg("players"),
               nb::arg("winds"), nb::arg("seatings"), nb::arg("seeds"), nb::arg("deals"),
               nb::arg("within"), nb::arg("typed"), nb::arg("seed"), nb::arg("threads"),
               "Plays games and returns their decisions; see mj_engine.advantages.");
}

}  // namespace bind

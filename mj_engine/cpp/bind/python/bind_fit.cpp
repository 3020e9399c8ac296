// Python: rows to fit the forecast to.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/python/convert.hpp"
#include "bind/python/play_plan.hpp"
#include "bind/python/table.hpp"
#include "fit/forecast_rows.hpp"

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
    column("own_draw", [](const auto& row) {
        return static_cast<std::uint8_t>(row.kind == mj::Decision::OwnDraw);
    });
    column("dealt_in", [](const auto& row) { return static_cast<std::uint8_t>(row.dealt_in); });
    column("won", [](const auto& row) { return static_cast<std::uint8_t>(row.won); });
    column("unseen", [](const auto& row) { return row.unseen; });
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

Arrays forecast_rows(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                     const Winds& winds, const Seating& seatings, const Seeds& seeds,
                     const std::vector<int>& only, double within, std::uint64_t seed, int threads) {
    const mj::Plan plan = plan_of_games(walls, players, winds, seatings, seeds, false);
    checked_threads(threads);
    if (only.size() != plan.tasks.size()) throw nb::value_error("a seat for each wall, or -1");
    std::vector<mj::ForecastRow> rows;
    try {
        const nb::gil_scoped_release unlocked;
        rows = mj::forecast_rows(plan, only, within, seed, threads);
    } catch (const std::logic_error& error) {
        throw nb::value_error(error.what());
    }
    return arrays_of(rows);
}

}  // namespace

void bind_fit(nb::module_& module) {
    module.def("forecast_rows", forecast_rows, nb::arg("walls"), nb::arg("players"),
               nb::arg("winds"), nb::arg("seatings"), nb::arg("seeds"), nb::arg("only"),
               nb::arg("within"), nb::arg("seed"), nb::arg("threads"),
               "Plays games and keeps their decisions; see mj_engine.advantages.");
}

}  // namespace bind

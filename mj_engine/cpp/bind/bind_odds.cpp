// Python: the odds.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "bind/odds_data.hpp"
#include "odds/odds.hpp"
#include "odds/whereabouts.hpp"

namespace nb = nanobind;

namespace {

using Legal = std::vector<std::pair<std::string, int>>;
using CandidateRow = std::tuple<std::string, double, double, double, double>;
using ShapeRow = std::tuple<mj::Counts, int, bool, int>;

// The actions of mj_bot's `action_space`: at least one.
std::vector<mj::Action> actions_of(nb::handle legal) {
    std::vector<mj::Action> actions;
    for (const auto action : legal) {
        const auto text = nb::cast<std::string>(nb::str(action));
        auto found = mj::parse_action(text);
        if (!found) throw nb::value_error(("no such action: " + text).c_str());
        found->fan = static_cast<std::uint8_t>(std::min(nb::cast<int>(action.attr("fan")), 255));
        actions.push_back(*found);
    }
    if (actions.empty()) throw nb::value_error("no legal action");
    return actions;
}

std::string choose(mj::Odds& odds, nb::handle state, nb::handle legal) {
    return mj::text_of(odds.choose(view_of_state(state), actions_of(legal)));
}

std::vector<CandidateRow> candidates(mj::Odds& odds, nb::handle state, nb::handle legal) {
    std::vector<CandidateRow> rows;
    for (const auto& one : odds.candidates(view_of_state(state), actions_of(legal))) {
        rows.emplace_back(mj::text_of(one.action), one.value, one.worth, one.chance, one.danger);
    }
    return rows;
}

std::vector<ShapeRow> shapes(mj::Odds& odds, nb::handle state) {
    std::vector<ShapeRow> rows;
    for (const auto& shape : odds.shapes(view_of_state(state))) {
        rows.emplace_back(shape.counts, shape.fan, shape.claimable, shape.distance);
    }
    return rows;
}

// States and edges of each level of the last race.
std::vector<std::pair<int, int>> lattice(const mj::Odds& odds) {
    std::vector<std::pair<int, int>> levels;
    for (int tiles = 0; tiles < odds.lattice().size(); ++tiles) {
        const auto& level = odds.lattice().level(tiles);
        levels.emplace_back(level.states.size(), static_cast<int>(level.edges.size()));
    }
    return levels;
}

using Row = std::array<double, mj::kTileKinds>;

std::tuple<double, Row, Row, Row> outlook(const mj::OddsTables& tables, nb::handle state) {
    const mj::View view = view_of_state(state);
    const auto danger = mj::danger_of(view, tables.coefficients());
    const auto where = mj::whereabouts_of(view, danger.threat, tables.coefficients());
    return {danger.threat, danger.of_tile, where.drawn, where.discarded};
}

}  // namespace

void bind_odds(nb::module_& module) {
    nb::class_<mj::OddsTables>(module, "OddsTables",
                               "The table of shapes and all coefficients; read only, shared.")
        .def(nb::new_([](const nb::dict& arrays, const nb::dict& coefficients) {
                 return std::const_pointer_cast<mj::OddsTables>(tables_of(arrays, coefficients));
             }),
             nb::arg("arrays"), nb::arg("coefficients"))
        .def("outlook", &outlook, nb::arg("state"),
             "Threat, danger by tile, odds by tile to be drawn and to be discarded.");
    nb::class_<mj::Odds>(module, "Odds", "One player of `odds`; not for two threads at once.")
        .def(
            "__init__",
            [](mj::Odds* odds, std::shared_ptr<mj::OddsTables> tables, const nb::dict& options) {
                new (odds) mj::Odds(std::move(tables), options_of(options));
            },
            nb::arg("tables"), nb::arg("options"))
        .def("choose", &choose, nb::arg("state"), nb::arg("legal"))
        .def("candidates", &candidates, nb::arg("state"), nb::arg("legal"))
        .def("shapes", &shapes, nb::arg("state"), "The shapes near the own hand.")
        .def("lattice", &lattice, "States and edges by level of the last race.");
}

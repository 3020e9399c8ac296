// Python: the odds.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "bind/legal.hpp"
#include "bind/odds_data.hpp"
#include "odds/odds.hpp"
#include "odds/whereabouts.hpp"

namespace nb = nanobind;

namespace {

using CandidateRow = std::tuple<std::string, double, double, double, double>;
using ShapeRow = std::tuple<mj::Counts, int, bool, int>;
using Row = std::array<double, mj::kTileKinds>;

// A decision: what a seat knows, and its legal answers; at least one.
struct Asked {
    mj::View view;
    std::vector<mj::Action> legal;
};

Asked asked_of(const bind::Observation& observation) {
    const auto legal = observation.legal.all();
    return {observation.view, {legal.begin(), legal.end()}};
}

// A state of mj_bot's, and the answers of its `action_space`.
Asked asked_of(nb::handle state, nb::handle legal) {
    Asked asked{view_of_state(state), {}};
    for (const auto action : legal) {
        const auto text = nb::cast<std::string>(nb::str(action));
        auto found = mj::parse_action(text);
        if (!found) throw nb::value_error(("no such action: " + text).c_str());
        found->fan = static_cast<std::uint8_t>(std::min(nb::cast<int>(action.attr("fan")), 255));
        asked.legal.push_back(*found);
    }
    if (asked.legal.empty()) throw nb::value_error("no legal action");
    return asked;
}

std::string choose(mj::Odds& odds, const Asked& asked) {
    return mj::text_of(odds.choose(asked.view, asked.legal));
}

std::vector<CandidateRow> candidates(mj::Odds& odds, const Asked& asked) {
    std::vector<CandidateRow> rows;
    for (const auto& one : odds.candidates(asked.view, asked.legal)) {
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

std::vector<std::pair<int, int>> lattice(const mj::Odds& odds) {
    std::vector<std::pair<int, int>> levels;
    for (int tiles = 0; tiles < odds.lattice().size(); ++tiles) {
        const auto& level = odds.lattice().level(tiles);
        levels.emplace_back(level.states.size(), static_cast<int>(level.edges.size()));
    }
    return levels;
}

std::tuple<double, Row, Row, Row> outlook(const mj::OddsTables& tables, nb::handle state) {
    const mj::View view = view_of_state(state);
    const auto danger = mj::danger_of(view, tables.coefficients());
    const auto where = mj::whereabouts_of(view, danger.threat, tables.coefficients());
    return {danger.threat, danger.of_tile, where.drawn, where.discarded};
}

using SharedTables = std::shared_ptr<mj::OddsTables>;

std::shared_ptr<mj::TacticSpec> native(const SharedTables& tables, const nb::dict& options,
                                       const std::string& name) {
    return std::make_shared<mj::TacticSpec>(
        mj::TacticSpec{name, [tables, options = options_of(options)] {
                           return std::make_unique<mj::Odds>(tables, options);
                       }});
}

}  // namespace

void bind_odds(nb::module_& module) {
    nb::class_<mj::OddsTables>(module, "OddsTables",
                               "The table of shapes and all coefficients; read only, shared.")
        .def(nb::new_(&tables_of), nb::arg("arrays"), nb::arg("coefficients"))
        .def("outlook", outlook, nb::arg("state"),
             "Threat, danger by tile, odds by tile to be drawn and to be discarded next.");
    nb::class_<mj::Odds>(module, "Odds", "One player of `odds`; not for two threads at once.")
        .def(
            "__init__",
            [](mj::Odds* odds, SharedTables tables, const nb::dict& options) {
                new (odds) mj::Odds(std::move(tables), options_of(options));
            },
            nb::arg("tables"), nb::arg("options"))
        .def(
            "choose",
            [](mj::Odds& odds, const bind::Observation& observation) {
                return choose(odds, asked_of(observation));
            },
            nb::arg("observation"), "The best answer, as sent.")
        .def(
            "choose",
            [](mj::Odds& odds, nb::handle state, nb::handle legal) {
                return choose(odds, asked_of(state, legal));
            },
            nb::arg("state"), nb::arg("legal"))
        .def(
            "candidates",
            [](mj::Odds& odds, const bind::Observation& observation) {
                return candidates(odds, asked_of(observation));
            },
            nb::arg("observation"), "By answer: value, worth, chance, danger.")
        .def(
            "candidates",
            [](mj::Odds& odds, nb::handle state, nb::handle legal) {
                return candidates(odds, asked_of(state, legal));
            },
            nb::arg("state"), nb::arg("legal"))
        .def("shapes", shapes, nb::arg("state"),
             "The shapes near the own hand: counts, fan, whether claimable, distance.")
        .def("lattice", lattice, "States and edges by level of the last race.");
    module.def("native_odds", native, nb::arg("tables"), nb::arg("options"),
               nb::arg("name") = "odds", "The native tactic `odds` with these options.");
}

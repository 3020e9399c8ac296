// Python: `rule_based`.
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/python/asked.hpp"
#include "bind/python/bind.hpp"
#include "bind/python/odds_data.hpp"
#include "routes/rule_based.hpp"

namespace nb = nanobind;

namespace {

using CandidateRow = std::tuple<std::string, double, mj::RouteDistances>;
using SharedTables = std::shared_ptr<mj::RouteTables>;

std::vector<CandidateRow> candidates(const SharedTables& tables, nb::handle state,
                                     nb::handle legal) {
    const bind::Asked asked = bind::asked_of(state, legal);
    std::vector<CandidateRow> rows;
    mj::RuleBased tactic(tables);
    for (const auto& one : tactic.candidates(asked.state, asked.legal)) {
        rows.emplace_back(mj::text_of(one.action), one.value, one.distances);
    }
    return rows;
}

std::shared_ptr<mj::TacticSpec> native(const SharedTables& tables) {
    return std::make_shared<mj::TacticSpec>(
        mj::TacticSpec{"rule_based", [tables] { return std::make_unique<mj::RuleBased>(tables); }});
}

}  // namespace

void bind_routes(nb::module_& module) {
    nb::class_<mj::RouteTables>(module, "RouteTables",
                                "Every number of `rule_based`, and the targets made of them.")
        .def(nb::new_(&route_tables_of), nb::arg("numbers"));
    module.def("route_candidates", candidates, nb::arg("tables"), nb::arg("state"),
               nb::arg("legal"),
               "By answer: value, distance of each route (0 for a win), in the order in which the "
               "first of equals is taken.");
    module.def("native_rule_based", native, nb::arg("tables"), "The native tactic `rule_based`.");
}

// Python bindings: `rule_based`.
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

std::vector<CandidateRow> candidates(nb::handle state, nb::handle legal) {
    const bind::Asked asked = bind::asked_of(state, legal);
    std::vector<CandidateRow> rows;
    mj::RuleBased tactic(std::make_shared<const mj::ChowTargets>());
    for (const auto& one : tactic.candidates(asked.state, asked.legal)) {
        rows.emplace_back(mj::text_of(one.action), one.value, one.distances);
    }
    return rows;
}

std::shared_ptr<mj::TacticSpec> native() {
    const auto make = [targets = std::make_shared<const mj::ChowTargets>()] {
        return std::make_unique<mj::RuleBased>(targets);
    };
    return std::make_shared<mj::TacticSpec>(mj::TacticSpec{"rule_based", make});
}

}  // namespace

void bind_routes(nb::module_& module) {
    module.def("route_candidates", candidates, nb::arg("state"), nb::arg("legal"),
               "For each answer: value, distance of each route (0 for a win). The first among "
               "equals is played.");
    module.def("native_rule_based", native, "The native tactic `rule_based`.");
}

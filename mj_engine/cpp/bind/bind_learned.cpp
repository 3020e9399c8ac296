// Python: what was learned past the search.
#include <nanobind/nanobind.h>

#include "bind/asked.hpp"
#include "bind/bind.hpp"
#include "bind/convert.hpp"
#include "learned/candidate_features.hpp"

namespace bind {

namespace {

using Rows = nb::ndarray<nb::numpy, double>;

Rows features(mj::Odds& odds, const Asked& asked) {
    odds.look_at_reach();
    const auto all = odds.candidates(asked.view, asked.legal);
    std::vector<double> rows(all.size() * mj::kCandidateFeatures);
    mj::write_candidate_features(asked.view, all, odds.coefficients(), rows);
    return array_of(std::move(rows), all.size(), mj::kCandidateFeatures);
}

}  // namespace

}  // namespace bind

void bind_learned(nanobind::module_& module) {
    namespace nb = nanobind;
    module.def(
        "candidate_features",
        [](mj::Odds& odds, const bind::Observation& observation) {
            return bind::features(odds, bind::asked_of(observation));
        },
        nb::arg("odds"), nb::arg("observation"), nb::rv_policy::automatic,
        "float64 [candidate, feature], as mj_bot.learned has them, in the order of `candidates`.");
    module.def(
        "candidate_features",
        [](mj::Odds& odds, nb::handle state, nb::handle legal) {
            return bind::features(odds, bind::asked_of(state, legal));
        },
        nb::arg("odds"), nb::arg("state"), nb::arg("legal"), nb::rv_policy::automatic);
}

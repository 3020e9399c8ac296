// Python bindings: what an answer loses, and the totals of reviewed seats.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/python/bind.hpp"
#include "bind/python/convert.hpp"
#include "review/losses.hpp"
#include "review/sums.hpp"

namespace nb = nanobind;

namespace {

// An action's text, points by the tactic's values, points by its own forecast, and danger.
using Row = std::tuple<std::string, double, double, double>;
// The kind; the differences in value, forecast and danger; points lost and their error; whether it
// is as good; the grade.
using LossRow = std::tuple<std::string, double, double, double, double, double, bool,
                           std::optional<std::string>>;
using Judged = std::tuple<std::string, std::string, std::optional<LossRow>>;

std::vector<mj::Figures> figures_of(const std::vector<Row>& rows) {
    std::vector<mj::Figures> figures;
    for (const auto& [action, value, forecast, deal_in] : rows) {
        figures.push_back({bind::action_of(nb::cast(action)), value, forecast, deal_in});
    }
    return figures;
}

std::vector<bool> as_good(const mj::LossScale& scale, const std::vector<Row>& rows, int discards) {
    std::vector<bool> found;
    const auto figures = figures_of(rows);
    for (const mj::Figures& one : figures) {
        found.push_back(&one == figures.data() ||
                        mj::loss_of(figures.front(), one, discards, scale).as_good());
    }
    return found;
}

Judged judge(const mj::LossScale& scale, const std::vector<Row>& rows,
             const std::vector<std::string>& meant, int discards) {
    const auto figures = figures_of(rows);
    std::vector<mj::Action> answers;
    for (const auto& one : meant) answers.push_back(bind::action_of(nb::cast(one)));
    const mj::Figures* played = mj::taken_for(figures, answers);
    if (played == nullptr) throw nb::value_error("no figures of what was played");
    const mj::Figures& best = figures.front();
    Judged judged{mj::text_of(best.action), mj::text_of(played->action), std::nullopt};
    if (played == &best) return judged;
    const mj::Loss loss = mj::loss_of(best, *played, discards, scale);
    std::optional<std::string> grade;
    if (loss.grade) grade.emplace(*loss.grade);
    const std::string kind(mj::kLossKindNames[static_cast<std::size_t>(loss.kind)]);
    std::get<2>(judged) = LossRow{kind,      loss.predicted, loss.forecast,  loss.danger,
                                  loss.lost, loss.error,     loss.as_good(), grade};
    return judged;
}

std::string sums(const std::vector<double>& numbers, const std::vector<std::string_view>& texts) {
    auto found = mj::sums_of(numbers, texts);
    if (!found) throw nb::value_error(found.fault().text.c_str());
    return std::move(*found);
}

using Names = nb::typed<nb::tuple, nb::str, nb::ellipsis>;

Names names_of(std::span<const std::string_view> all) {
    nb::list texts;
    for (const std::string_view one : all) texts.append(std::string(one));
    return Names(nb::tuple(texts));
}

}  // namespace

void bind_review(nb::module_& module) {
    nb::class_<mj::LossScale>(module, "LossScale",
                              "Maps a tactic's figures for actions to true losses, in points.")
        .def(
            "__init__",
            [](mj::LossScale* scale, double value, double forecast, double danger,
               const std::array<double, mj::kLossKinds>& by_kind, double base, double share,
               const std::array<double, mj::kGradeNames.size()>& limits) {
                new (scale) mj::LossScale{value, forecast, danger, by_kind, base, share, limits};
            },
            nb::kw_only(), nb::arg("value"), nb::arg("forecast"), nb::arg("danger"),
            nb::arg("by_kind"), nb::arg("base"), nb::arg("share"), nb::arg("limits"))
        .def("judge", judge, nb::arg("rows"), nb::arg("meant"), nb::arg("discards"),
             "The best action, the action played, and its loss with the fields of mj_lab's Loss.")
        .def(
            "error_of",
            [](const mj::LossScale& scale, double lost) { return mj::error_of(lost, scale); },
            nb::arg("lost"), "The standard deviation of the true loss around this estimate.")
        .def("as_good", as_good, nb::arg("rows"), nb::arg("discards"),
             "Whether each action is as good as the first.");
    module.attr("HALVING") = mj::kHalving;
    module.attr("WORST") = mj::kWorst;
    module.def("accuracy_of", mj::accuracy_of, nb::arg("lost"),
               "How well a seat plays, 0-100, from its points lost per decision.");
    module.def("review_sums", sums, nb::arg("numbers"), nb::arg("texts"),
               "The totals of reviewed games as JSON; see cpp/review/sums.hpp. Raises ValueError "
               "for a bad request.");
    module.def("loss_kinds", [] { return names_of(mj::kLossKindNames); });
    module.def("grades", [] { return names_of(mj::kGradeNames); });
}

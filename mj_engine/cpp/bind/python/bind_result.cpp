// Python bindings: how a game ended.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include "bind/python/convert.hpp"
#include "bind/python/table.hpp"
#include "table/judge_names.hpp"

namespace bind {

std::optional<int> GameResult::fan() const {
    if (!result.has_fan) return std::nullopt;
    return result.win.total;
}

Fans GameResult::fans() const {
    nb::list lines;
    for (const mj::FanItem& item : result.win.fans()) {
        lines.append(nb::make_tuple(mj::judge_name_of(item.fan), item.times, item.value));
    }
    return Fans(nb::tuple(lines));
}

void bind_result(const nb::module_& module) {
    nb::class_<GameResult>(module, "Result",
                           "How a game ended; the fields are mj_lab.core.game.result.Result's.")
        .def_prop_ro(
            "action", [](const GameResult& self) { return mj::word_of(self.result.verdict); },
            "HU, HUANG, or the verdict that ended it (WA, WH, RE, TLE, MLE, OLE, NJ).")
        .def_prop_ro(
            "player", [](const GameResult& self) { return number_or_none(self.result.player); },
            "The winner or the offender; None if drawn.")
        .def_prop_ro(
            "giver", [](const GameResult& self) { return number_or_none(self.result.giver); },
            "Whose tile it was; None if self-drawn.")
        .def_prop_ro("fan", &GameResult::fan,
                     "Total with flowers; for a wrong win its fan, or -3 without a winning hand.")
        .def_prop_ro("fans", &GameResult::fans,
                     "The fans of the win: (name, times, value of one), by the judge's names.")
        .def("__repr__", [](nb::handle self) {
            return nb::str(nb::str("Result(action={!r}, player={}, giver={}, fan={}, fans={})")
                               .attr("format")(self.attr("action"), self.attr("player"),
                                               self.attr("giver"), self.attr("fan"),
                                               self.attr("fans")));
        });
}

}  // namespace bind

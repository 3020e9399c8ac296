// Python bindings: how a game ended.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include "bind/python/convert.hpp"
#include "bind/python/table.hpp"
#include "table/judge_names.hpp"

namespace bind {

namespace {

using Fans = nb::typed<nb::tuple, nb::typed<nb::tuple, nb::str, int, int>, nb::ellipsis>;

Fans fans_of(const mj::Result& result) {
    nb::list lines;
    for (int place = 0; place < result.win.count; ++place) {
        const mj::FanItem& item = result.win.items[place];
        lines.append(nb::make_tuple(mj::judge_name_of(item.fan), item.times, item.value));
    }
    return Fans(nb::tuple(lines));
}

}  // namespace

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
        .def_prop_ro(
            "fan",
            [](const GameResult& self) -> std::optional<int> {
                if (!self.result.has_fan) return std::nullopt;
                return self.result.win.total;
            },
            "Total with flowers; for a wrong win its fan, or -3 without a winning hand.")
        .def_prop_ro(
            "fans", [](const GameResult& self) { return fans_of(self.result); },
            "The fans of the win: (name, times, value of one), by the judge's names.")
        .def("__repr__", [](nb::handle self) {
            return nb::str(nb::str("Result(action={!r}, player={}, giver={}, fan={}, fans={})")
                               .attr("format")(self.attr("action"), self.attr("player"),
                                               self.attr("giver"), self.attr("fan"),
                                               self.attr("fans")));
        });
}

}  // namespace bind

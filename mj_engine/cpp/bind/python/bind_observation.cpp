// Python bindings: what one seat may know, with its legal actions.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bind/python/convert.hpp"
#include "bind/python/legal.hpp"
#include "bind/python/table.hpp"

namespace bind {

namespace {

constexpr std::array<std::string_view, 3> kMeldWords{"CHI", "PENG", "GANG"};

// Any number of rows, as a Python tuple.
template <typename... Fields>
using Rows = nb::typed<nb::tuple, nb::typed<nb::tuple, Fields...>, nb::ellipsis>;
using MeldRows = Rows<nb::str, std::optional<int>, int, bool>;
using DiscardRows = Rows<int, std::optional<int>>;

MeldRows melds_of(const mj::Melds& melds) {
    nb::list found;
    for (const mj::Meld& meld : melds) {
        found.append(nb::make_tuple(kMeldWords[static_cast<std::size_t>(meld.kind)],
                                    number_or_none(meld.tile), meld.offer, meld.added));
    }
    return MeldRows(nb::tuple(found));
}

DiscardRows discards_of(const mj::Discards& discards) {
    nb::list found;
    for (const auto [tile, claimed_by] : discards) {
        found.append(nb::make_tuple(tile, number_or_none(claimed_by)));
    }
    return DiscardRows(nb::tuple(found));
}

template <typename Row>
using BySeat = nb::typed<nb::tuple, Row, Row, Row, Row>;

template <typename Value, typename Convert>
auto by_seat(const std::array<Value, mj::kSeats>& values, const Convert& convert) {
    using Row = decltype(convert(values[0]));
    return BySeat<Row>(nb::make_tuple(convert(values[0]), convert(values[1]), convert(values[2]),
                                      convert(values[3])));
}

}  // namespace

void bind_observation(const nb::module_& module) {
    using Self = Observation;
    nb::class_<Self>(module, "Observation",
                     "What one seat may know; the fields are mj_bot.state.GameState's.")
        .def_prop_ro(
            "seat", [](const Self& self) { return self.state.seat; }, "0-3.")
        .def_prop_ro("prevalent_wind", [](const Self& self) { return self.state.prevalent_wind; })
        .def_prop_ro("common_wall", [](const Self& self) { return self.state.common_wall; })
        .def_prop_ro("wall_size", [](const Self& self) { return self.state.wall_size; })
        .def_prop_ro(
            "hand", [](const Self& self) { return self.state.hand; },
            "34 counts of the own concealed tiles, including a drawn tile.")
        .def_prop_ro(
            "unseen", [](const Self& self) { return self.state.unseen; },
            "34 counts of the copies that this seat has not seen.")
        .def_prop_ro(
            "shown", [](const Self& self) { return self.state.shown; },
            "34 counts of shown tiles, as the judge counts for the 4th tile.")
        .def_prop_ro("drawn", [](const Self& self) { return number_or_none(self.state.drawn); })
        .def_prop_ro("offered", [](const Self& self) { return number_or_none(self.state.offered); })
        .def_prop_ro("turn", [](const Self& self) { return self.state.turn; })
        .def_prop_ro(
            "decision", [](const Self& self) { return static_cast<int>(self.state.decision); },
            "0 nothing, 1 own draw, 2 a discard to claim, 3 a kong to rob.")
        .def_prop_ro("replacing", [](const Self& self) { return self.state.replacing; })
        .def_prop_ro("walls", [](const Self& self) { return self.state.walls; })
        .def_prop_ro("flowers", [](const Self& self) { return self.state.flowers; })
        .def_prop_ro(
            "melds", [](const Self& self) { return by_seat(self.state.melds, melds_of); },
            "By seat: (kind, tile or None, offer, added).")
        .def_prop_ro(
            "discards", [](const Self& self) { return by_seat(self.state.discards, discards_of); },
            "By seat: (tile, claimed by or None).")
        .def_prop_ro(
            "legal", [](const Self& self) { return texts_of(self.legal); },
            "The legal answers, as sent.")
        .def_prop_ro(
            "mask", [](const Self& self) { return mask_of(self.legal); }, nb::rv_policy::automatic,
            "uint8 [ACTION_COUNT]: 1 where the action of that index is legal.");
}

}  // namespace bind

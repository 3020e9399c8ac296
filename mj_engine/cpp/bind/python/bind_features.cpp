// Python bindings: features for networks.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include "bind/python/asked.hpp"
#include "bind/python/bind.hpp"
#include "bind/python/convert.hpp"
#include "bind/python/legal.hpp"
#include "features/columns.hpp"
#include "features/hand_only.hpp"
#include "features/look_ahead.hpp"
#include "features/planes.hpp"

namespace bind {

namespace {

using Array = nb::ndarray<nb::numpy, std::uint8_t>;

Array columns(nb::handle seen) {
    std::vector<std::uint8_t> cells(mj::kColumnsCells);
    mj::write_columns(state_seen(seen), std::span<std::uint8_t, mj::kColumnsCells>(cells));
    return array_of(std::move(cells), mj::kColumnsChannels, mj::kTileKinds);
}

Array hand_only(nb::handle seen) {
    std::vector<std::uint8_t> cells(mj::kHandOnlyCells);
    mj::write_hand_only(state_seen(seen), std::span<std::uint8_t, mj::kHandOnlyCells>(cells));
    return array_of(std::move(cells), mj::kHandOnlyRows, mj::kTileKinds);
}

Array planes(nb::handle seen, const mj::PlaneHistory& history) {
    const int rows = mj::kRows * (1 + history.length());
    std::vector<std::uint8_t> cells(rows * mj::kRowCells);
    mj::write_planes(state_seen(seen), history, cells);
    return array_of(std::move(cells), rows, mj::kTileKinds, mj::kCopies);
}

Array look_ahead(mj::LookAhead& search, nb::handle seen) {
    std::vector<std::uint8_t> cells(mj::kLookAheadCells);
    search.write(state_seen(seen), std::span<std::uint8_t, mj::kLookAheadCells>(cells));
    return array_of(std::move(cells), mj::kLookAheadChannels, mj::kTileKinds);
}

mj::PlaneHistory history_of(int length) {
    if (length < 0 || length > mj::kMostHistory) throw nb::value_error("a history is 0 to 6 long");
    return mj::PlaneHistory(length);
}

}  // namespace

}  // namespace bind

void bind_features(nanobind::module_& module) {
    namespace nb = nanobind;
    nb::class_<mj::PlaneHistory>(module, "PlaneHistory",
                                 "What a seat saw at its last own discards.")
        .def(nb::new_(&bind::history_of), nb::arg("length") = mj::kMostHistory)
        .def(
            "see",
            [](mj::PlaneHistory& self, nb::handle seen) { self.see(bind::state_seen(seen)); },
            nb::arg("seen"), "Records a decision of the seat, before it answers.");
    nb::class_<mj::LookAhead>(module, "LookAhead", "Not thread-safe.")
        .def(nb::init<std::shared_ptr<mj::OddsTables>>(), nb::arg("tables"))
        .def("__call__", bind::look_ahead, nb::arg("seen"), nb::rv_policy::automatic,
             "uint8 [210, 34], as in mj_bot.features.look_ahead.");
    module.def("columns", bind::columns, nb::arg("seen"), nb::rv_policy::automatic,
               "uint8 [246, 34], as in mj_bot.features.columns.");
    module.def("hand_only", bind::hand_only, nb::arg("seen"), nb::rv_policy::automatic,
               "uint8 [4, 34], as in mj_bot.features.hand_only.");
    module.def("planes", bind::planes, nb::arg("seen"), nb::arg("history"),
               nb::rv_policy::automatic,
               "uint8 [9 x (1 + length), 34, 4], as in mj_bot.features.planes.");
}

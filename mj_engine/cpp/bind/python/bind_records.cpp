// Python bindings: plays recorded hands at the table.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bind/python/bind.hpp"
#include "bind/python/table.hpp"
#include "records/made_wall.hpp"
#include "records/plain_hand.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Tiles = std::vector<mj::Tile>;
using Untold = std::vector<std::tuple<int, int>>;
using Preempted = std::vector<std::tuple<int, int, std::string>>;
using Played = std::tuple<bind::Table, Preempted, Untold, Untold>;
using Fault = std::tuple<std::string, int, std::string>;

Untold without_text(const std::vector<mj::TurnNote>& notes) {
    Untold found;
    for (const auto& note : notes) found.emplace_back(note.turn, note.seat);
    return found;
}

std::variant<Played, Fault> play_hand(int prevalent_wind, bool common_wall, bool tells_all,
                                      bool drawn, int fan, Tiles wall,
                                      const std::vector<std::string_view>& steps,
                                      const std::vector<std::array<int, 3>>& keeping) {
    mj::PlainHand hand{.prevalent_wind = prevalent_wind,
                       .common_wall = common_wall,
                       .tells_all = tells_all,
                       .drawn = drawn,
                       .fan = fan,
                       .wall = std::move(wall),
                       .steps = {},
                       .keeping = {}};
    for (const auto text : steps) {
        auto step = mj::step_of(text);
        if (!step) throw nb::value_error(step.fault().text.c_str());
        hand.steps.push_back(std::move(*step));
    }
    for (const auto& [first, last, seat] : keeping) hand.keeping.push_back({first, last, seat});
    mj::HandFault fault;
    auto found = mj::played(hand, fault);
    if (!found) return Fault(fault.reason, fault.line, fault.about);
    Preempted preempted;
    for (const auto& note : found->preempted) {
        preempted.emplace_back(note.turn, note.seat, note.text);
    }
    bind::Table table;
    table.session.game = found->game;
    table.record = std::move(found->record);
    return Played(std::move(table), std::move(preempted), without_text(found->untold),
                  without_text(found->false_wins));
}

Tiles made_wall(const std::array<Tiles, mj::kSeats>& deals,
                const std::array<int, mj::kSeats>& flowers, const std::vector<Tiles>& dealt_flowers,
                const std::vector<std::tuple<int, mj::Tile>>& draws, bool common_wall,
                int wall_size) {
    mj::DrawnTiles drawn{.deals = deals,
                         .flowers = flowers,
                         .dealt_flowers = {},
                         .flowers_known = dealt_flowers.size() == mj::kSeats,
                         .draws = {},
                         .common_wall = common_wall,
                         .wall_size = wall_size};
    if (drawn.flowers_known) std::ranges::copy(dealt_flowers, drawn.dealt_flowers.begin());
    for (const auto& [seat, tile] : draws) drawn.draws.push_back({.seat = seat, .tile = tile});
    auto wall = mj::made_wall(drawn);
    if (!wall) throw nb::value_error(wall.fault().text.c_str());
    return std::move(*wall);
}

}  // namespace

void bind_records(nb::module_& module) {
    module.def("play_hand", &play_hand, "prevalent_wind"_a, "common_wall"_a, "tells_all"_a,
               "drawn"_a, "fan"_a, "wall"_a, "steps"_a, "keeping"_a,
               "Plays a hand from its draws and actions. Returns the finished game, and the "
               "preempted, untold and false wins of mj_lab's Match; or, if the rules do not allow "
               "the hand, the reason, the line and the detail. steps: texts of "
               "mj_lab.core.records.hand. Raises ValueError for a bad step.");
    module.def("made_wall", &made_wall, "deals"_a, "flowers"_a, "dealt_flowers"_a, "draws"_a,
               "common_wall"_a, "wall_size"_a,
               "A wall from which each seat is dealt and draws these tiles. flowers: how many were "
               "dealt, by seat; dealt_flowers: which ones, empty if not known. wall_size: of one "
               "seat. Raises ValueError with the reason and the detail if there is none.");
}

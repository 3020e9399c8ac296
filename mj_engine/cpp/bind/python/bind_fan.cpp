// Python bindings: the fan.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "bind/python/bind.hpp"
#include "bind/python/convert.hpp"
#include "readings/fan_study.hpp"
#include "study/live.hpp"
#include "study/study.hpp"

namespace nb = nanobind;

namespace {

// The bytes of one question: 34 counts, the winning tile, the number of melds, four times kind,
// tile and offer, the four flags, both winds, the flowers.
constexpr std::size_t kMelds = 36;
constexpr std::size_t kContext = kMelds + 12;
constexpr std::size_t kQuestion = kContext + 7;

using Questions =
    nb::ndarray<const std::uint8_t, nb::shape<-1, kQuestion>, nb::c_contig, nb::device::cpu>;
using mj::readings::Complete;
using mj::readings::FanCount;
using MeldTuple = std::tuple<int, int, int>;
using Flags = std::array<bool, 4>;

struct Question {
    mj::Counts hand{};
    mj::Melds melds;
    mj::Tile tile = mj::kNoTile;
    mj::WinContext context;
};

// A meld from numbers; bad numbers give a meld that no hand wins with.
mj::Meld meld_of(int kind, int tile, int offer) {
    const bool known =
        kind >= 0 && kind <= 2 && tile >= 0 && tile < mj::kTileKinds && offer >= 0 && offer <= 3;
    return {static_cast<mj::MeldKind>(known ? kind : 0),
            known ? static_cast<mj::Tile>(tile) : mj::kNoTile, static_cast<std::uint8_t>(offer),
            false};
}

Question question_of(const std::uint8_t* bytes) {
    Question question;
    std::copy_n(bytes, mj::kTileKinds, question.hand.begin());
    question.tile = bytes[34];
    const int melds = bytes[35];
    for (int place = 0; place < std::min(melds, 4); ++place) {
        const auto* const meld = bytes + kMelds + 3 * place;
        question.melds.push(meld_of(meld[0], meld[1], meld[2]));
    }
    if (melds > 4) question.tile = mj::kNoTile;
    const auto* const rest = bytes + kContext;
    question.context = {rest[0] != 0, rest[1] != 0, rest[2] != 0, rest[3] != 0,
                        rest[4],      rest[5],      rest[6]};
    return question;
}

// The hand of one question; its tile is kNoTile if there is no such hand.
Complete complete_of(const mj::Counts& hand, const std::vector<MeldTuple>& melds, int tile,
                     const Flags& flags, int seat_wind, int prevalent_wind, int flowers) {
    const auto byte = [](int number) {
        return static_cast<std::uint8_t>(number < 0 || number > 255 ? 255 : number);
    };
    const bool known = melds.size() <= 4 && tile >= 0 && tile < mj::kTileKinds;
    Complete made{hand,
                  {},
                  known ? static_cast<mj::Tile>(tile) : mj::kNoTile,
                  {flags[0], flags[1], flags[2], flags[3], byte(seat_wind), byte(prevalent_wind),
                   byte(flowers)}};
    if (!known) return made;
    for (const auto& [kind, of, offer] : melds) made.melds.push(meld_of(kind, of, offer));
    return made;
}

nb::tuple tuple_of(const mj::Win& win) {
    nb::list items;
    for (const mj::FanItem& item : win.fans()) items.append(nb::make_tuple(item.fan, item.times));
    return nb::make_tuple(win.fan, win.total, items);
}

nb::object win_of(const mj::Counts& hand, const std::vector<MeldTuple>& melds, int tile,
                  const Flags& flags, int seat_wind, int prevalent_wind, int flowers) {
    const Complete asked =
        complete_of(hand, melds, tile, flags, seat_wind, prevalent_wind, flowers);
    const auto found = mj::readings::counted(asked, FanCount::Judge);
    if (!found) return nb::none();
    return tuple_of(*found);
}

mj::Tile tile_or_none(int number) {
    return number >= 0 && number < mj::kAllKinds ? static_cast<mj::Tile>(number) : mj::kNoTile;
}

mj::Melds melds_of(const std::vector<MeldTuple>& melds) {
    if (melds.size() > 4) throw nb::value_error("more than four melds");
    mj::Melds made;
    for (const auto& [kind, of, offer] : melds) made.push(meld_of(kind, of, offer));
    return made;
}

std::string fan_study(const mj::Counts& hand, const std::vector<MeldTuple>& melds, int last,
                      int tile, const std::vector<std::string>& flags, int seat_wind,
                      int prevalent_wind, int flowers, bool by_mahjonggb) {
    const mj::readings::WrittenHand written{
        .hand = hand,
        .melds = melds_of(melds),
        .last = tile_or_none(last),
        .tile = tile_or_none(tile),
        .flags = {flags.begin(), flags.end()},
        .seat = seat_wind,
        .prevalent_wind = prevalent_wind,
        .flowers = flowers,
        .count = by_mahjonggb ? FanCount::MahjongGB : FanCount::Judge};
    const auto study = mj::readings::fan_study(written);
    if (!study) throw nb::value_error(study.fault().text.c_str());
    return *study;
}

std::string hand_study(const mj::Counts& hand, const std::vector<MeldTuple>& melds, int last,
                       int flowers, int seat, int prevalent_wind, int turn,
                       const mj::Counts& seen) {
    const mj::Situation where{.hand = hand,
                              .melds = melds_of(melds),
                              .last = tile_or_none(last),
                              .flowers = flowers,
                              .seat = bind::checked_seat(seat),
                              .prevalent_wind = bind::checked_seat(prevalent_wind),
                              .turn = turn,
                              .seen = seen};
    if (const auto fault = mj::fault_of(where)) throw nb::value_error(fault->text.c_str());
    mj::Json json;
    json.open('{');
    mj::write_study(where, nullptr, json);
    return json.close('}').take();
}

nb::tuple win_flags() {
    nb::list flags;
    for (const auto flag : mj::readings::kFlagNames) flags.append(std::string(flag));
    return nb::tuple(flags);
}

// For each question the fan without flowers (-1: no win), and how many times each fan counts.
nb::tuple wins_of(const Questions& questions) {
    const std::size_t size = questions.shape(0);
    std::vector<std::int16_t> fans(size, -1);
    std::vector<std::uint8_t> times(size * mj::fan::kFans);
    {
        const nb::gil_scoped_release released;
        for (std::size_t place = 0; place < size; ++place) {
            const Question question = question_of(questions.data() + place * kQuestion);
            mj::Win found;
            if (!mj::win(question.hand, question.melds, question.tile, question.context, found)) {
                continue;
            }
            fans[place] = static_cast<std::int16_t>(found.fan);
            for (int item = 0; item < found.count; ++item) {
                times[place * mj::fan::kFans + found.items[item].fan] = found.items[item].times;
            }
        }
    }
    return nb::make_tuple(bind::array_of(std::move(fans), size),
                          bind::array_of(std::move(times), size, mj::fan::kFans));
}

bool winning_shape(const mj::Counts& hand, int tile) {
    if (tile < 0 || tile >= mj::kTileKinds) return false;
    return mj::winning_shape(hand, static_cast<mj::Tile>(tile));
}

nb::tuple fan_names() {
    nb::list names;
    for (const auto& fan : mj::fan::kFanNames) {
        names.append(nb::make_tuple(fan.name, fan.english, fan.value));
    }
    return nb::tuple(names);
}

}  // namespace

void bind_fan(nb::module_& module) {
    module.attr("QUESTION_SIZE") = kQuestion;
    module.def("fan_names", fan_names,
               nb::sig("def fan_names() -> tuple[tuple[str, str, int], ...]"),
               "The Chinese name, the English name and the value of every fan.");
    module.def("win", win_of, nb::arg("hand"), nb::arg("melds"), nb::arg("tile"), nb::arg("flags"),
               nb::arg("seat_wind"), nb::arg("prevalent_wind"), nb::arg("flowers"),
               nb::sig("def win(hand: Sequence[int], melds: Sequence[tuple[int, int, int]], "
                       "tile: int, flags: Sequence[bool], seat_wind: int, prevalent_wind: int, "
                       "flowers: int) -> tuple[int, int, list[tuple[int, int]]] | None"),
               "(fan, total, [(place in fan_names(), times), ...]), or None if it is no win.");
    module.def("win_flags", win_flags, nb::sig("def win_flags() -> tuple[str, ...]"),
               "The names of the flags for how a winning tile came.");
    module.def("fan_study", fan_study, nb::arg("hand"), nb::arg("melds"), nb::arg("last"),
               nb::arg("tile"), nb::arg("flags"), nb::arg("seat_wind"), nb::arg("prevalent_wind"),
               nb::arg("flowers"), nb::arg("by_mahjonggb"),
               "The fan of a hand as JSON; tile: -1 for the last one.");
    module.attr("NEVER") = mj::kNever;
    module.def(
        "hand_study", hand_study, nb::arg("hand"), nb::arg("melds"), nb::arg("last"),
        nb::arg("flowers"), nb::arg("seat"), nb::arg("prevalent_wind"), nb::arg("turn"),
        nb::arg("seen"),
        "How good a hand is, as JSON; last: -1 for none; turn: 0 for as few draws as possible.");
    module.def(
        "wins", wins_of, nb::arg("questions"),
        nb::sig("def wins(questions: NDArray[numpy.uint8]) -> "
                "tuple[NDArray[numpy.int16], NDArray[numpy.uint8]]"),
        "(int16 [n] fan, -1 for no win; uint8 [n, 82] times of each fan) for uint8 [n, 55].");
    module.def("winning_shape", winning_shape, nb::arg("hand"), nb::arg("tile"),
               "Whether a hand (34 counts) and a tile have a winning shape.");
}

// Python bindings: the table.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/python/convert.hpp"
#include "bind/python/legal.hpp"
#include "bind/python/table.hpp"
#include "env/hidden.hpp"
#include "table/observe.hpp"
#include "table/wire.hpp"
#include "worlds/worlds.hpp"

namespace bind {

namespace {

mj::ActionList legal_of(const Table& table, int seat) {
    mj::ActionList list;
    mj::list_legal(table.game(), checked_seat(seat), list);
    return list;
}

using LegalBySeat = nb::typed<nb::dict, int, Texts>;

LegalBySeat legal_by_seat(const Table& table) {
    const nb::dict found;
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        const unsigned bit = 1U << static_cast<unsigned>(seat);
        if ((table.session.open & bit) != 0)
            found[nb::int_(seat)] = texts_of(legal_of(table, seat));
    }
    return LegalBySeat(found);
}

std::optional<GameResult> result_of(const Table& table) {
    if (!table.game().over()) return std::nullopt;
    return GameResult{table.game().result};
}

using Wall = nb::typed<nb::tuple, int, nb::ellipsis>;

Wall wall_tiles(const Table& table) {
    nb::list tiles;
    for (int place = 0; place < mj::kSeats * table.game().wall_size; ++place) {
        tiles.append(table.game().wall[place]);
    }
    return Wall(nb::tuple(tiles));
}

using Four = nb::typed<nb::tuple, nb::str, nb::str, nb::str, nb::str>;
using Turns = nb::typed<nb::list, nb::typed<nb::tuple, Four, Four>>;

// Texts for Python; a text equal to the one before reuses its object.
class TextsInTurn {
  public:
    nb::str operator()(std::string text) {
        if (!last_ || text != known_) {
            known_ = std::move(text);
            last_ = nb::str(known_.data(), known_.size());
        }
        return nb::borrow<nb::str>(last_);
    }

  private:
    std::string known_;
    nb::object last_;
};

Turns turns_of(const Table& table) {
    nb::list turns;
    TextsInTurn request_text;
    TextsInTurn answer_text;
    for (std::size_t turn = 0; turn < table.record.turns.size(); ++turn) {
        nb::list requests;
        nb::list answers;
        for (int seat = 0; seat < mj::kSeats; ++seat) {
            std::string text;
            mj::append_request(table.game(), table.record.turns[turn].event, seat, text);
            requests.append(request_text(std::move(text)));
            answers.append(answer_text(table.record.text_at(turn, seat)));
        }
        turns.append(nb::make_tuple(nb::tuple(requests), nb::tuple(answers)));
    }
    return Turns(turns);
}

nb::ndarray<nb::numpy, std::uint8_t> hidden_from(const Table& table, int seat) {
    std::vector<std::uint8_t> cells(mj::kHiddenCells);
    mj::write_hidden(table.game(), checked_seat(seat),
                     std::span<std::uint8_t, mj::kHiddenCells>(cells));
    return array_of(std::move(cells), mj::kHiddenChannels, mj::kTileKinds);
}

Table sampled(const Table& table, int seat, std::uint64_t seed) {
    Table other = table;
    mj::WorldDealer dealer(table.game(), checked_seat(seat), mj::Worlds::Sampled, seed);
    other.session.game = dealer.next();
    other.session.ask_again();
    return other;
}

void bind_state(nb::class_<Table>& game) {
    game.def_prop_ro("over", [](const Table& self) { return self.game().over(); })
        .def_prop_ro("result", result_of, "How it ended; None while it goes on.")
        .def_prop_ro(
            "scores", [](const Table& self) { return self.game().scores; },
            "By seat; all 0 while it goes on.")
        .def_prop_ro("wall", wall_tiles, "The whole wall, as it was given.")
        .def_prop_ro("prevalent_wind", [](const Table& self) { return self.game().prevalent_wind; })
        .def_prop_ro(
            "turn", [](const Table& self) { return self.game().turn; },
            "The seat that drew or discarded last.")
        .def_prop_ro(
            "walls",
            [](const Table& self) {
                std::array<std::uint8_t, mj::kSeats> left{};
                for (int seat = 0; seat < mj::kSeats; ++seat) {
                    left[seat] = self.game().drawn_from(seat);
                }
                return left;
            },
            "By seat: tiles left in the wall that it draws from.")
        .def_prop_ro("common_wall", [](const Table& self) { return self.game().common_wall; })
        .def_prop_ro(
            "hands", [](const Table& self) { return self.game().hands; },
            "By seat: 34 counts of the concealed tiles.")
        .def_prop_ro("turns", turns_of, "By turn: the four requests and the four answers.")
        .def_prop_ro(
            "to_move",
            [](const Table& self) -> std::optional<int> {
                const int seat = self.session.to_move();
                if (seat < 0) return std::nullopt;
                return seat;
            },
            "The next seat that has to decide; None if there is none.");
}

}  // namespace

void bind_game(nb::module_& module) {
    nb::class_<Table> game(module, "Game", R"(One game, refereed as the judge does.

wall: the tiles (ints, flowers 34-41 allowed), a multiple of four; seat i owns the i-th quarter and
draws from its end. common_wall: all draw from the end of the whole, seat 0 is dealt first. Raises
ValueError if the wall cannot be dealt from.)");
    game.def(nb::init<nb::handle, int, bool>(), nb::arg("wall"), nb::arg("prevalent_wind") = 0,
             nb::arg("common_wall") = false,
             nb::sig("def __init__(self, wall: collections.abc.Iterable[int] | bytes, "
                     "prevalent_wind: int = 0, common_wall: bool = False) -> None"))
        .def(
            "copy", [](const Table& self) { return Table(self); },
            "An independent copy of the game.")
        .def("__copy__", [](const Table& self) { return Table(self); })
        .def(
            "__deepcopy__", [](const Table& self, const nb::handle&) { return Table(self); },
            nb::arg("memo"))
        .def("__getstate__", &Table::sealed)
        .def(
            "__setstate__",
            [](Table& self, const nb::bytes& state) { new (&self) Table(Table::of_sealed(state)); })
        .def(
            "request_for",
            [](const Table& self, int seat) {
                return mj::request_for(self.game(), checked_seat(seat));
            },
            nb::arg("seat"), "The current request to this seat, as it is sent.")
        .def(
            "submit", &Table::submit, nb::arg("replies"),
            nb::sig("def submit(self, replies: collections.abc.Sequence[object]) -> None"),
            "Takes the four answers to the current request, word for word, and goes on to the next "
            "or to the end. Anything with a `verdict` (RE, TLE, MLE, OLE, NJ) is a missing answer. "
            "Raises ValueError if the game is over.")
        .def("advance", &Table::advance,
             "Passes for all seats until one has to decide or the game is over; does nothing if "
             "one has to decide now.")
        .def("play", &Table::play, nb::arg("action"), nb::arg("seat") = -1,
             nb::sig("def play(self, action: str | int, seat: int = -1) -> None"),
             "Answers for one seat (by default the one to move), by text or index. After the last "
             "answer the game goes on to the next decision. Raises ValueError if it is not legal.")
        .def("legal", legal_by_seat, "The legal answers of each seat that still has to decide.")
        .def(
            "legal_for", [](const Table& self, int seat) { return texts_of(legal_of(self, seat)); },
            nb::arg("seat"), "The legal answers of a seat: only PASS if nothing is asked.")
        .def(
            "observation",
            [](const Table& self, int seat) {
                return Observation{mj::state_of(self.game(), checked_seat(seat)),
                                   legal_of(self, seat)};
            },
            nb::arg("seat"), "What this seat may know now, with its legal answers.")
        .def("hidden", hidden_from, nb::arg("seat"), nb::rv_policy::automatic,
             "uint8 [51, 34]: what this seat cannot see, as in mj_engine.Step.")
        .def("sampled", sampled, nb::arg("seat"), nb::arg("seed") = 0,
             "A copy in which all that this seat cannot see is sampled, given what the others did. "
             "Its record is that of the true game.")
        .def(
            "to_line", &Table::line, nb::arg("id") = "",
            nb::arg("players") = std::vector<std::string>(),
            "The finished game as a line of JSON, identical to mj_lab.core.records.match.to_line.");
    bind_state(game);
    module.def(
        "action_index", [](nb::handle action) { return mj::index_of(action_of(action)); },
        nb::arg("action"), nb::sig("def action_index(action: str | int) -> int"),
        "The index of an answer.");
    module.def(
        "action_name", [](nb::handle index) { return mj::text_of(action_of(index)); },
        nb::arg("index"), nb::sig("def action_name(index: int) -> str"),
        "The answer of an index, as sent.");
    module.attr("ACTION_COUNT") = mj::kActions;
}

}  // namespace bind

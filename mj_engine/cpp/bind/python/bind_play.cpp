// Python bindings: native players, many games, playouts, shanten.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind/python/convert.hpp"
#include "bind/python/odds_data.hpp"
#include "bind/python/play_plan.hpp"
#include "bind/python/table.hpp"
#include "core/json.hpp"
#include "core/python_shuffle.hpp"
#include "play/playouts.hpp"
#include "shanten/shanten.hpp"
#include "table/judge_names.hpp"
#include "tactics/greedy.hpp"
#include "tactics/random.hpp"

namespace bind {

namespace {

std::shared_ptr<mj::TacticSpec> native(const std::string& name) {
    auto spec = std::make_shared<mj::TacticSpec>();
    spec->name = name;
    if (name == "random") {
        spec->make = [] { return std::make_unique<mj::Random>(); };
    } else if (name == "greedy") {
        spec->make = [] { return std::make_unique<mj::Greedy>(); };
    } else {
        throw nb::value_error(("no native tactic '" + name.substr(0, 80) + "'").c_str());
    }
    return spec;
}

std::vector<mj::Outcome> play_many(const nb::typed<nb::list, nb::bytes>& walls,
                                   const Specs& players, const Winds& winds,
                                   const Seating& seatings, const Seeds& seeds,
                                   const Winds& common_walls, int threads, bool records) {
    if (common_walls.shape(0) != walls.size())
        throw nb::value_error("a common wall or not by game");
    const mj::Plan plan = plan_of_games(walls, players, winds, seatings, seeds, records,
                                        {common_walls.data(), common_walls.size()});
    checked_threads(threads);
    const nb::gil_scoped_release unlocked;
    return mj::play_many(plan, threads);
}

nb::bytes shuffled(const nb::bytes& tiles, const nb::bytes& seed) {
    const auto bytes_of = [](const nb::bytes& given) {
        return std::span(static_cast<const std::uint8_t*>(given.data()), given.size());
    };
    std::vector<mj::Tile> wall(bytes_of(tiles).begin(), bytes_of(tiles).end());
    if (!wall.empty()) mj::python_shuffle(bytes_of(seed), std::span(wall));
    return nb::bytes(wall.data(), wall.size());
}

using Fields = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

// The fields of mj_lab.core.runner.unit.GameRecord after the seating.
Fields record_fields(const mj::Outcome& outcome) {
    const GameResult result{outcome.result};
    const bool won = result.result.verdict == mj::Verdict::Hu;
    const auto& [scores, calls] = std::tie(outcome.scores, outcome.calls);
    return Fields(nb::make_tuple(nb::make_tuple(scores[0], scores[1], scores[2], scores[3]),
                                 mj::word_of(result.result.verdict),
                                 number_or_none(result.result.player),
                                 number_or_none(result.result.giver), result.fan(), result.fans(),
                                 won ? number_or_none(calls[result.result.player]) : std::nullopt,
                                 won ? number_or_none(outcome.turn) : std::nullopt,
                                 nb::make_tuple(calls[0], calls[1], calls[2], calls[3])));
}

// The same as the store's JSON: GameRecord.to_json of a seating.
std::string record_json(const mj::Outcome& outcome, const std::array<int, mj::kSeats>& seating) {
    const mj::Result& result = outcome.result;
    mj::Json line;
    const auto add = [&](int number) { line.number(number); };
    line.open('{').key("seating").list(seating, add).key("scores").list(outcome.scores, add);
    line.key("action").text(mj::word_of(result.verdict));
    if (result.player != mj::kNobody) line.key("player").number(result.player);
    if (result.giver != mj::kNobody) line.key("giver").number(result.giver);
    if (result.has_fan) line.key("fan").number(result.win.total);
    if (result.has_fan && result.win.count > 0) {
        line.key("fans").list(result.win.fans(), [&](const mj::FanItem& item) {
            line.open('[').text(mj::judge_name_of(item.fan)).number(item.times);
            line.number(item.value).close(']');
        });
    }
    if (result.verdict == mj::Verdict::Hu) {
        line.key("melds").number(outcome.calls[result.player]).key("turn").number(outcome.turn);
    }
    return line.key("calls").list(outcome.calls, add).close('}').take();
}

mj::Branching branching_of(const Table& table, const nb::typed<nb::list, nb::any>& actions,
                           std::size_t times, const Specs& players, std::uint64_t seed, int worlds,
                           int seat, int threads) {
    if (seat < 0) seat = table.session.to_move();
    if (seat < 0 || seat >= mj::kSeats || !mj::must_decide(table.game(), seat)) {
        throw nb::value_error("that seat has nothing to decide: there is nothing to branch");
    }
    mj::Branching branching{.game = table.game(),
                            .seat = seat,
                            .actions = {},
                            .players = {},
                            .times = times,
                            .seed = seed,
                            .worlds = static_cast<mj::Worlds>(worlds)};
    for (const auto& player : players) {
        branching.players.push_back(spec_for_any_decision(player));
    }
    if (branching.players.size() != 1 && branching.players.size() != mj::kSeats) {
        throw nb::value_error("expected one policy, or four by seat");
    }
    for (const auto given : actions) {
        const mj::Action action = action_of(given);
        if (!mj::is_legal(table.game(), seat, action)) {
            throw nb::value_error(
                (mj::text_of(action) + " is not legal for seat " + std::to_string(seat)).c_str());
        }
        branching.actions.push_back(action);
    }
    checked_threads(threads);
    return branching;
}

nb::ndarray<nb::numpy, std::int16_t> playouts(const Table& table,
                                              const nb::typed<nb::list, nb::any>& actions,
                                              std::size_t times, const Specs& players,
                                              std::uint64_t seed, int worlds, int seat,
                                              int threads) {
    const mj::Branching branching =
        branching_of(table, actions, times, players, seed, worlds, seat, threads);
    std::vector<std::int16_t> scores;
    {
        const nb::gil_scoped_release unlocked;
        for (const auto& four : mj::play_out(branching, threads)) {
            scores.insert(scores.end(), four.begin(), four.end());
        }
    }
    return array_of(std::move(scores), branching.actions.size(), times, mj::kSeats);
}

nb::ndarray<nb::numpy, float> playouts_to_draw(const Table& table,
                                               const nb::typed<nb::list, nb::any>& actions,
                                               std::size_t times, int draws, const Specs& players,
                                               std::uint64_t seed, int worlds, int seat,
                                               int threads) {
    const mj::Branching branching =
        branching_of(table, actions, times, players, seed, worlds, seat, threads);
    std::vector<float> scores;
    try {
        const nb::gil_scoped_release unlocked;
        scores = mj::play_to_draw(branching, draws, threads);
    } catch (const std::logic_error& error) {
        throw nb::value_error(error.what());
    }
    return array_of(std::move(scores), branching.actions.size(), times);
}

using Distance = nb::typed<nb::tuple, int, nb::typed<nb::tuple, int, nb::ellipsis>>;

Distance shanten_of(const mj::Counts& hand, int melds) {
    for (const auto count : hand) {
        if (count > mj::kCopies) throw nb::value_error("more than four copies of a tile");
    }
    const int size = mj::sum_of(hand);
    if (melds < 0 || melds > 4 || size / 3 + melds != 4 || size % 3 == 0) {
        throw nb::value_error(
            (std::to_string(size) + " tiles and " + std::to_string(melds) + " melds are no hand")
                .c_str());
    }
    mj::Shanten shanten;
    const int distance = shanten.distance(hand);
    const mj::TileSet effective = shanten.effective(hand, distance);
    nb::list tiles;
    for (int tile = 0; tile < mj::kTileKinds; ++tile) {
        if ((effective & mj::bit_of(tile)) != 0) tiles.append(tile);
    }
    return Distance(nb::make_tuple(distance, nb::tuple(tiles)));
}

std::string choose(const std::shared_ptr<mj::TacticSpec>& spec, const Table& table, int seat,
                   std::uint32_t seed) {
    const auto tactic = spec_for_any_decision(spec).make();
    tactic->begin(seed);
    return mj::text_of(mj::ask(table.game(), checked_seat(seat), *tactic));
}

// The same for an object with the attributes of mj_bot.state.GameState.
std::string choose_for(const std::shared_ptr<mj::TacticSpec>& spec, nb::handle state,
                       const nb::typed<nb::list, nb::any>& legal, std::uint32_t seed) {
    std::vector<mj::Action> actions;
    for (const auto action : legal) actions.push_back(action_of(action));
    if (actions.empty()) throw nb::value_error("no legal action");
    if (actions.size() == 1) return mj::text_of(actions.front());
    const auto tactic = spec_for_any_decision(spec).make();
    tactic->begin(seed);
    return mj::text_of(tactic->choose(state_of(state), actions));
}

}  // namespace

void bind_play(nb::module_& module) {
    nb::class_<mj::TacticSpec>(module, "Tactic", "A native tactic, by name.")
        .def_ro("name", &mj::TacticSpec::name)
        .def("choose", choose, nb::arg("game"), nb::arg("seat"), nb::arg("seed") = 0,
             "Its answer for this seat now, as sent.")
        .def("choose_for", choose_for, nb::arg("state"), nb::arg("legal"), nb::arg("seed") = 0,
             "Its answer in this state (mj_bot's GameState), out of these legal answers.")
        .def("__repr__", [](const mj::TacticSpec& self) { return "Tactic('" + self.name + "')"; });
    nb::class_<mj::Outcome>(module, "Outcome", "The outcome of one game.")
        .def_ro("scores", &mj::Outcome::scores, "By seat.")
        .def_prop_ro("result", [](const mj::Outcome& self) { return GameResult{self.result}; })
        .def_ro("calls", &mj::Outcome::calls, "By seat: how many melds it claimed.")
        .def_ro("turn", &mj::Outcome::turn, "How many tiles the winner had discarded.")
        .def_prop_ro("record_fields", record_fields,
                     "The fields of mj_lab's GameRecord after the seating.")
        .def("record_json", record_json, nb::arg("seating"), "The same as JSON, with the seating.")
        .def_ro("record", &mj::Outcome::record,
                "The game as a line of JSON; empty if not asked for.");
    module.def(
        "shuffled", shuffled, nb::arg("tiles"), nb::arg("seed"),
        "The tiles as random.Random(seed).shuffle leaves them; the seed's bytes, the highest "
        "first.");
    module.def("native", native, nb::arg("name"), "The native tactic `random` or `greedy`.");
    module.def("play_many", play_many, nb::arg("walls"), nb::arg("players"), nb::arg("winds"),
               nb::arg("seatings"), nb::arg("seeds"), nb::arg("common_walls"), nb::arg("threads"),
               nb::arg("records"), "Plays one game on each wall; see mj_engine.play.");
    module.def(
        "stop_work", mj::stop_work,
        "Stops the running calls of other threads with RuntimeError, each after its current game.");
    module.def("playouts", playouts, nb::arg("game"), nb::arg("actions"), nb::arg("times"),
               nb::arg("players"), nb::arg("seed"), nb::arg("worlds"), nb::arg("seat"),
               nb::arg("threads"), "Plays actions out; see mj_engine.playouts.");
    module.def("playouts_to_draw", playouts_to_draw, nb::arg("game"), nb::arg("actions"),
               nb::arg("times"), nb::arg("draws"), nb::arg("players"), nb::arg("seed"),
               nb::arg("worlds"), nb::arg("seat"), nb::arg("threads"),
               "Plays actions out up to a later draw; see mj_engine.playouts_to_draw.");
    module.def("shanten", shanten_of, nb::arg("hand"), nb::arg("melds"),
               "The shanten of 34 counts and that many melds, and the tiles that lower it. Raises "
               "ValueError if they are not a hand.");
}

}  // namespace bind

// Python bindings: `odds`.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind/python/asked.hpp"
#include "bind/python/bind.hpp"
#include "bind/python/convert.hpp"
#include "bind/python/explained.hpp"
#include "bind/python/odds_data.hpp"
#include "ceilings/foresight.hpp"
#include "ceilings/passes_wins.hpp"
#include "ceilings/plays_on.hpp"
#include "odds/odds.hpp"
#include "odds/opponents/tile_location.hpp"
#include "study/effective.hpp"

namespace nb = nanobind;

namespace {

using CandidateRow = std::tuple<std::string, double, double, double, double>;
using TargetRow = std::tuple<mj::Counts, int, bool, int>;
using ForecastOf = std::tuple<std::array<double, 4>, mj::ForecastFeatures>;
using Row = std::array<double, mj::kTileKinds>;

std::string choose(mj::Odds& odds, const bind::Asked& asked) {
    return mj::text_of(odds.choose(asked.state, asked.legal));
}

std::vector<CandidateRow> candidates(mj::Odds& odds, const bind::Asked& asked) {
    std::vector<CandidateRow> rows;
    for (const auto& one : odds.candidates(asked.state, asked.legal)) {
        rows.emplace_back(mj::text_of(one.action), one.value, one.hand_value, one.win_chance,
                          one.deal_in);
    }
    return rows;
}

bind::ExplainedRows explain(mj::Odds& odds, const bind::Asked& asked) {
    return bind::explained_rows(odds.explain(asked.state, asked.legal), asked.state);
}

ForecastOf forecast(mj::Odds& odds, nb::handle state, nb::handle action, bool passes) {
    const mj::GameState seen = state_of(state);
    const mj::Foreseen found = odds.foresee(seen, bind::action_of(action), passes);
    const mj::Forecast& of = found.forecast;
    return {{of.win_chance, of.expected_score, of.win_score, of.other_score}, found.features};
}

std::vector<TargetRow> targets(mj::Odds& odds, nb::handle state) {
    std::vector<TargetRow> rows;
    for (const auto& target : odds.targets(state_of(state))) {
        rows.emplace_back(target.counts, target.fan, target.claimable, target.distance);
    }
    return rows;
}

std::vector<std::pair<int, int>> lattice(const mj::Odds& odds) {
    std::vector<std::pair<int, int>> levels;
    for (int tiles = 0; tiles < odds.lattice().size(); ++tiles) {
        const auto& level = odds.lattice().level(tiles);
        levels.emplace_back(level.states.size(), static_cast<int>(level.edges.size()));
    }
    return levels;
}

std::tuple<double, Row, Row, Row> outlook(nb::handle seen) {
    const mj::GameState state = state_of(seen);
    const auto deal_in = mj::deal_in_of(state);
    const auto location = mj::tile_location_of(state, deal_in.threat);
    return {deal_in.threat, deal_in.of_tile, location.drawn, location.discarded};
}

using SharedTables = std::shared_ptr<mj::OddsTables>;

std::string effective_tiles(nb::handle state, nb::handle legal, const SharedTables& tables,
                            const Names& options) {
    const bind::Asked asked = bind::asked_of(state, legal);
    return mj::effective_tiles(asked.state, asked.legal, tables, options_of(options));
}

SharedTables tables_of(nb::bytes bytes) {
    auto made = mj::OddsTables::of({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    if (!made) throw nb::value_error(made.fault().text.c_str());
    return std::make_shared<mj::OddsTables>(std::move(*made));
}

std::shared_ptr<mj::TacticSpec> native(const std::string& name, const SharedTables& tables,
                                       const Names& options) {
    return std::make_shared<mj::TacticSpec>(
        mj::TacticSpec{name, [tables, options = options_of(options)] {
                           return std::make_unique<mj::Odds>(tables, options);
                       }});
}

std::shared_ptr<mj::TacticSpec> foresight(const std::string& name, const SharedTables& tables,
                                          const Names& options, bool places, bool waits, bool costs,
                                          int draws, int last) {
    const mj::Shown shown{places, waits, costs, draws, last};
    return std::make_shared<mj::TacticSpec>(
        mj::TacticSpec{name, [tables, options = options_of(options), shown] {
                           return std::make_unique<mj::Foresight>(tables, options, shown);
                       }});
}

std::shared_ptr<mj::TacticSpec> passes_wins(const std::string& name,
                                            const std::shared_ptr<mj::TacticSpec>& player,
                                            int least_draws, int least_copies, int most_fan) {
    const mj::PassOptions options{least_draws, least_copies, most_fan};
    return std::make_shared<mj::TacticSpec>(mj::TacticSpec{
        name, [player, options] { return std::make_unique<mj::PassesWins>(*player, options); }});
}

std::shared_ptr<mj::TacticSpec> plays_on(const std::string& name,
                                         const std::shared_ptr<mj::TacticSpec>& player,
                                         bool sees_hands, int actions, double gap, int worlds,
                                         int draws, double scatter, double slope, double luck,
                                         double explore) {
    const mj::SearchOptions options{sees_hands, actions, gap,  worlds, draws,
                                    scatter,    slope,   luck, explore};
    return std::make_shared<mj::TacticSpec>(mj::TacticSpec{
        name, [player, options] { return std::make_unique<mj::PlaysOn>(*player, options); }});
}

}  // namespace

void bind_odds(nb::module_& module) {
    nb::class_<mj::OddsTables>(module, "OddsTables", "The target table; read-only, shared.")
        .def(nb::new_(&tables_of), nb::arg("bytes"));
    module.def("outlook", outlook, nb::arg("state"),
               "Threat; by tile: deal_in, chance to be drawn next, chance to be discarded next.");
    module.def("effective_tiles", effective_tiles, nb::arg("state"), nb::arg("legal"),
               nb::arg("tables"), nb::arg("options"),
               "The tiles that bring a hand nearer to a win and to 8 fan, as JSON.");
    nb::class_<mj::Odds> player(module, "Odds", "One player of `odds`. Not thread-safe.");
    player.def(
        "__init__",
        [](mj::Odds* odds, SharedTables tables, const Names& options) {
            new (odds) mj::Odds(std::move(tables), options_of(options));
        },
        nb::arg("tables"), nb::arg("options"));
    bind::def_asked(player, "choose", choose, "The best answer, as sent.");
    bind::def_asked(player, "candidates", candidates,
                    "For each answer: value, hand value, win chance, deal-in chance.");
    bind::def_asked(player, "explain", explain,
                    "Every legal answer, best first, as in mj_bot's `explain`.");
    player
        .def("forecast", forecast, nb::arg("state"), nb::arg("action"), nb::arg("passes"),
             "The forecast and the features of an action that does not end the game; passes: "
             "whether it passes a win.")
        .def("targets", targets, nb::arg("state"),
             "The targets near the own hand: counts, fan, whether claimable, distance.")
        .def("lattice", lattice, "States and edges of the last hand value's lattice, by level.");
    module.def("native_odds", native, nb::arg("name"), nb::arg("tables"), nb::arg("options"),
               "The native tactic `odds` with these options.");
    module.def("foresight", foresight, nb::arg("name"), nb::arg("tables"), nb::arg("options"),
               nb::arg("places") = false, nb::arg("waits") = false, nb::arg("costs") = false,
               nb::arg("draws") = 0, nb::arg("last") = mj::kWallSize,
               "`odds` with hidden information, an upper bound on what a better model could gain.");
    module.def("passes_wins", passes_wins, nb::arg("name"), nb::arg("player"),
               nb::arg("least_draws"), nb::arg("least_copies"), nb::arg("most_fan"),
               "A player that passes wins on a discard while this many own draws are left, this "
               "many copies win by a draw, and the discard has at most this many fan.");
    module.def("plays_on", plays_on, nb::arg("name"), nb::arg("player"), nb::arg("sees_hands"),
               nb::arg("actions"), nb::arg("gap"), nb::arg("worlds"), nb::arg("draws"),
               nb::arg("scatter"), nb::arg("slope"), nb::arg("luck"), nb::arg("explore") = 0.0,
               "`odds` or `learned` that plays its best actions out before choosing, to measure "
               "what a search could gain.");
}

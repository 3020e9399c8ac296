// Python bindings: the learned model.
#include <nanobind/nanobind.h>
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
#include "bind/python/table.hpp"
#include "learned/candidate_features.hpp"
#include "learned/learned.hpp"
#include "play/against.hpp"

namespace bind {

namespace {

using Rows = nb::ndarray<nb::numpy, double>;

Rows features(mj::Odds& odds, const Asked& asked) {
    mj::TargetSummaries reaches;
    odds.watch(reaches);
    const auto all = odds.candidates(asked.state, asked.legal);
    odds.stop(reaches);
    return array_of(mj::candidate_features(asked.state, all, reaches), all.size(),
                    mj::kCandidateFeatures);
}

// Weight [out, in] and bias [out] of each layer.
using Weight = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bias = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Layers = std::vector<std::pair<Weight, Bias>>;

std::shared_ptr<const mj::AdvantageModel> model_of(const Layers& layers) {
    if (layers.empty()) return nullptr;
    std::vector<std::vector<double>> weights;
    std::vector<std::vector<double>> biases;
    for (const auto& [weight, bias] : layers) {
        // A transposed weight has the same size, so this is the only check that catches it.
        if (weight.shape(0) != bias.shape(0)) throw nb::value_error("biases that do not fit");
        weights.emplace_back(weight.data(), weight.data() + weight.size());
        biases.emplace_back(bias.data(), bias.data() + bias.size());
    }
    auto model = mj::AdvantageModel::of(std::move(weights), std::move(biases));
    if (!model) throw nb::value_error(model.fault().text.c_str());
    return std::make_shared<const mj::AdvantageModel>(std::move(*model));
}

std::string choose(mj::Learned& learned, const Asked& asked) {
    return mj::text_of(learned.choose(asked.state, asked.legal));
}

ExplainedRows explain(mj::Learned& learned, const Asked& asked) {
    return explained_rows(learned.explain(asked.state, asked.legal), asked.state, true);
}

// The hand played in a Python game, from its first request on.
mj::HandPlayed hand_of(const Table& table, int seat, std::size_t first) {
    const mj::Game& game = table.game();
    const std::span wall(game.wall.data(), std::size_t{mj::kSeats} * game.wall_size);
    mj::HandPlayed hand{
        mj::new_game(wall, game.prevalent_wind, game.common_wall), {}, checked_seat(seat), first};
    for (const mj::Turn& turn : table.record.turns) hand.turns.push_back(turn.answers);
    return hand;
}

using Found = std::tuple<int, int, double, double>;

void bind_against(nb::module_& module) {
    nb::class_<mj::Against>(module, "Against",
                            "Compares a seat's answers in a finished hand with those of `learned`.")
        .def(
            "__init__",
            [](mj::Against* against, const Table& game, int seat, std::size_t first,
               const std::shared_ptr<mj::OddsTables>& tables, const Names& odds,
               const Layers& layers, double margin, double within, const mj::LossScale& losses,
               const std::string& name) {
                const auto make = [&, model = model_of(layers), options = options_of(odds)] {
                    return std::make_unique<mj::Learned>(tables, options, model,
                                                         mj::LearnedOptions{margin, within, 0});
                };
                new (against) mj::Against(hand_of(game, seat, first), make, losses, name);
            },
            nb::arg("game"), nb::arg("seat"), nb::arg("first"), nb::arg("tables"),
            nb::arg("odds_options"), nb::arg("layers"), nb::arg("margin"), nb::arg("within"),
            nb::arg("losses"), nb::arg("name"))
        .def("go_on", &mj::Against::go_on, nb::call_guard<nb::gil_scoped_release>(),
             "Does a piece of the work.")
        .def_prop_ro("over", &mj::Against::over)
        .def_prop_ro("differ", &mj::Against::differ,
                     "How many differing answers were found so far.")
        .def_prop_ro("played", &mj::Against::played, "How many of them were played out.")
        .def_prop_ro(
            "found",
            [](const mj::Against& self) {
                const mj::AgainstBot& found = self.found();
                return Found(found.differ, found.worlds, found.points, found.error);
            },
            "differ, worlds, points, error.");
}

std::shared_ptr<mj::TacticSpec> native(const std::string& name,
                                       const std::shared_ptr<mj::OddsTables>& tables,
                                       const Names& odds, const Layers& layers, double margin,
                                       double within, double temperature) {
    const mj::LearnedOptions options{margin, within, temperature};
    const auto make = [tables, options, odds = options_of(odds), model = model_of(layers)] {
        return std::make_unique<mj::Learned>(tables, odds, model, options);
    };
    return std::make_shared<mj::TacticSpec>(mj::TacticSpec{name, make});
}

}  // namespace

}  // namespace bind

void bind_learned(nanobind::module_& module) {
    namespace nb = nanobind;
    module.def(
        "candidate_features",
        [](mj::Odds& odds, const bind::Observation& observation) {
            return bind::features(odds, bind::asked_of(observation));
        },
        nb::arg("odds"), nb::arg("observation"), nb::rv_policy::automatic,
        "float64 [candidate, feature], as in mj_bot.learned, in the order of `candidates`.");
    module.def(
        "candidate_features",
        [](mj::Odds& odds, nb::handle state, nb::handle legal) {
            return bind::features(odds, bind::asked_of(state, legal));
        },
        nb::arg("odds"), nb::arg("state"), nb::arg("legal"), nb::rv_policy::automatic);
    nb::class_<mj::Learned> player(module, "Learned", "One player of `learned`. Not thread-safe.");
    player.def(
        "__init__",
        [](mj::Learned* learned, std::shared_ptr<mj::OddsTables> tables, const Names& odds_options,
           const bind::Layers& layers, double margin, double within) {
            new (learned) mj::Learned(std::move(tables), options_of(odds_options),
                                      bind::model_of(layers), {margin, within, 0});
        },
        nb::arg("tables"), nb::arg("odds_options"), nb::arg("layers"), nb::arg("margin"),
        nb::arg("within"));
    bind::def_asked(player, "choose", bind::choose, "The best answer, as sent.");
    bind::def_asked(player, "explain", bind::explain,
                    "Every legal answer, best first, as in mj_bot's `explain`.");
    bind::bind_against(module);
    module.def("native_learned", bind::native, nb::arg("name"), nb::arg("tables"),
               nb::arg("odds_options"), nb::arg("layers"), nb::arg("margin"), nb::arg("within"),
               nb::arg("temperature"),
               "The native tactic `learned`; without layers it plays like `odds`.");
}

// Python bindings: games side by side whose decisions the caller makes.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <variant>

#include "bind/python/play_plan.hpp"
#include "env/hidden.hpp"
#include "env/open_games.hpp"

namespace bind {

namespace {

// A native player, or the name of one of the caller's.
using NamedPlayer = std::variant<std::shared_ptr<mj::TacticSpec>, std::string>;
using Places = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Arrays = nb::typed<nb::dict, nb::str, nb::any>;

Specs specs_with_names(const std::vector<NamedPlayer>& players) {
    Specs specs;
    for (const auto& player : players) {
        if (const auto* name = std::get_if<std::string>(&player)) {
            specs.push_back(std::make_shared<mj::TacticSpec>(mj::TacticSpec{*name, nullptr}));
        } else {
            specs.push_back(std::get<std::shared_ptr<mj::TacticSpec>>(player));
        }
    }
    return specs;
}

// An array that is filled in whole: its values are not set before.
template <typename Value>
std::span<Value> add_array(const nb::dict& arrays, const std::string& name,
                           const std::vector<std::size_t>& shape) {
    std::size_t size = 1;
    for (const std::size_t length : shape) size *= length;
    auto values = std::make_unique_for_overwrite<Value[]>(size);  // NOLINT(*-avoid-c-arrays)
    auto* const data = values.get();
    const nb::capsule owner(values.release(),
                            [](void* gone) noexcept { delete[] static_cast<Value*>(gone); });
    const nb::ndarray<nb::numpy, Value> array(data, shape.size(), shape.data(), owner);
    arrays[name.c_str()] = nb::cast(array, nb::rv_policy::automatic);
    return {data, size};
}

std::size_t place_of(const mj::OpenGames& games, const std::string& name) {
    const auto& features = games.features();
    const auto found = std::ranges::find(features, name, &mj::FeatureSpec::name);
    if (found != features.end()) return static_cast<std::size_t>(found - features.begin());
    throw nb::value_error(("no feature " + name.substr(0, 80)).c_str());
}

Arrays observe(mj::OpenGames& games, const Places& places, const std::vector<std::string>& names,
               const std::shared_ptr<mj::TacticSpec>& teacher, const std::optional<Actions>& claims,
               int threads) {
    checked_threads(threads);
    const std::span<const std::uint32_t> rows(places.data(), places.size());
    const std::size_t waiting = games.waiting().size();
    if (std::ranges::any_of(rows, [&](auto row) { return row >= waiting; })) {
        throw nb::value_error("a row that does not wait");
    }
    const nb::dict arrays;
    mj::Sights sights;
    if (claims) {
        sights.claims = {claims->data(), claims->size()};
        const auto is_claim = [](std::int64_t index) {
            return index == -1 || (index >= mj::kPengIndex && index < mj::kActions);
        };
        if (claims->size() != rows.size() || !std::ranges::all_of(sights.claims, is_claim)) {
            throw nb::value_error("a chow, a pung or -1 for each row");
        }
    }
    for (const std::string& name : names) {
        if (arrays.contains(name.c_str())) continue;
        if (name == "hidden") {
            sights.hidden = add_array<std::uint8_t>(
                arrays, name, {rows.size(), mj::kHiddenChannels, mj::kTileKinds});
            continue;
        }
        const std::size_t place = place_of(games, name);
        std::vector<std::size_t> shape = games.features()[place].shape;
        shape.insert(shape.begin(), rows.size());
        sights.features.emplace_back(place, add_array<std::uint8_t>(arrays, name, shape));
    }
    sights.legal = add_array<bool>(arrays, "legal", {rows.size(), mj::kActions});
    sights.game = add_array<std::int64_t>(arrays, "game", {rows.size()});
    sights.seat = add_array<std::uint8_t>(arrays, "seat", {rows.size()});
    sights.lot = add_array<double>(arrays, "lot", {rows.size()});
    if (teacher) {
        sights.teacher = &spec_for_any_decision(teacher);
        sights.taught = add_array<std::int64_t>(arrays, "teacher", {rows.size()});
    }
    {
        const nb::gil_scoped_release unlocked;
        games.observe(rows, sights, threads);
    }
    return Arrays(arrays);
}

nb::ndarray<nb::numpy, std::uint8_t> step(mj::OpenGames& games, const Actions& actions,
                                          int threads) {
    const std::span<const std::int64_t> given(actions.data(), actions.size());
    const auto known = [](std::int64_t index) { return index >= 0 && index < mj::kActions; };
    if (given.size() != games.waiting().size() || !std::ranges::all_of(given, known)) {
        throw nb::value_error("one action by its index for each decision that waits");
    }
    checked_threads(threads);
    {
        const nb::gil_scoped_release unlocked;
        games.step(given, threads);
    }
    std::vector<std::uint8_t> players;
    for (const mj::Waiting& waiting : games.waiting()) players.push_back(waiting.player);
    const std::size_t waiting = players.size();
    return array_of(std::move(players), waiting);
}

}  // namespace

void bind_open_games(nb::module_& module) {
    nb::class_<mj::OpenGames>(module, "OpenGames", "See mj_engine.play.")
        .def(
            "__init__",
            [](mj::OpenGames* self, const nb::typed<nb::list, nb::bytes>& walls,
               const std::vector<NamedPlayer>& players, const Winds& winds, const Seating& seatings,
               const Seeds& seeds, const Winds& common_walls, bool records, std::size_t tables,
               const std::shared_ptr<mj::OddsTables>& targets) {
                if (common_walls.shape(0) != walls.size() || tables == 0) {
                    throw nb::value_error("a common wall or not by game, and a table at least");
                }
                mj::Plan plan =
                    plan_of_games(walls, specs_with_names(players), winds, seatings, seeds, records,
                                  {common_walls.data(), common_walls.size()});
                new (self) mj::OpenGames(std::move(plan), tables, targets);
            },
            nb::arg("walls"), nb::arg("players"), nb::arg("winds"), nb::arg("seatings"),
            nb::arg("seeds"), nb::arg("common_walls"), nb::arg("records"), nb::arg("tables"),
            nb::arg("targets").none())
        .def("step", step, nb::arg("actions"), nb::arg("threads"),
             "Answers what waits, by action index, and plays on: the player of each decision that "
             "waits then, uint8 [waiting].")
        .def("observe", observe, nb::arg("places"), nb::arg("features"), nb::arg("teacher").none(),
             nb::arg("claims").none(), nb::arg("threads"),
             "What is seen of some waiting decisions, by name; for claims in the state after them.")
        .def(
            "outcomes", [](mj::OpenGames& self) { return std::move(self.outcomes); },
            "All outcomes, once nothing waits.");
}

}  // namespace bind

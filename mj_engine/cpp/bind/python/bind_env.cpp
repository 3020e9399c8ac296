// Python bindings: the vector table.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "bind/python/play_plan.hpp"
#include "bind/python/table.hpp"
#include "env/vector_table.hpp"

namespace bind {

namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

mj::Learner learner_of(nb::handle seat) {
    int number = -1;
    if (nb::try_cast(seat, number) && number >= 0 && number < mj::kSeats) {
        return static_cast<mj::Learner>(number);
    }
    const auto word = nb::cast<std::string>(nb::str(seat));
    if (word == "rotate") return mj::Learner::Rotating;
    if (word == "all") return mj::Learner::Everywhere;
    throw nb::value_error(("the learner's seat is 0-3, 'rotate' or 'all', not " + word).c_str());
}

using Seats = nb::typed<nb::list, nb::object>;

mj::VectorOptions options_of(std::size_t tables, const Seats& seats,
                             const std::vector<std::shared_ptr<mj::TacticSpec>>& opponents,
                             nb::handle walls, std::vector<std::uint8_t> winds, std::uint64_t seed,
                             bool duplicate, int history, bool hidden) {
    constexpr std::size_t kMostTables = 1U << 16U;
    if (tables == 0 || tables > kMostTables) throw nb::value_error("there are 1 to 65536 tables");
    if (opponents.size() != 1 && opponents.size() != mj::kSeats - 1) {
        throw nb::value_error("expected one opponent, or three: the seats after the learner's");
    }
    if (history < 0 || history > mj::kMostHistory) throw nb::value_error("history is 0 to 6");
    if (seats.size() != 1 && seats.size() != tables) {
        throw nb::value_error((std::to_string(seats.size()) + " learner's seats for " +
                               std::to_string(tables) + " tables")
                                  .c_str());
    }
    mj::VectorOptions options{.tables = tables,
                              .learners = {},
                              .opponents = {},
                              .walls = {},
                              .winds = std::move(winds),
                              .seed = seed,
                              .duplicate = duplicate,
                              .history = history,
                              .hidden = hidden};
    for (const auto seat : seats) options.learners.push_back(learner_of(seat));
    for (const auto& opponent : opponents) {
        options.opponents.push_back(spec_for_any_decision(opponent));
    }
    for (const auto wall : walls) {
        const std::string what = "wall " + std::to_string(options.walls.size()) + ": ";
        options.walls.push_back(wall_of(wall, 0, what));
    }
    if (!options.winds.empty() && options.winds.size() != options.walls.size()) {
        throw nb::value_error((std::to_string(options.winds.size()) + " prevalent winds for " +
                               std::to_string(options.walls.size()) + " walls")
                                  .c_str());
    }
    if (std::ranges::any_of(options.winds, [](auto wind) { return wind >= mj::kSeats; })) {
        throw nb::value_error("a prevalent wind is 0-3");
    }
    return options;
}

void step(mj::VectorTable& table, const Actions& actions, int threads) {
    if (actions.shape(0) != table.size()) {
        throw nb::value_error((std::to_string(actions.shape(0)) + " actions for " +
                               std::to_string(table.size()) + " tables")
                                  .c_str());
    }
    if (threads < 1) throw nb::value_error("at least one thread is needed");
    const nb::gil_scoped_release unlocked;
    table.step({actions.data(), table.size()}, threads);
}

// A new array with a tactic's choice at each table.
nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>> choices(
    mj::VectorTable& table, const std::shared_ptr<mj::TacticSpec>& player, int threads) {
    const mj::TacticSpec& spec = spec_for_any_decision(player);
    if (threads < 1) throw nb::value_error("at least one thread is needed");
    auto chosen = std::make_unique<std::vector<std::int64_t>>(table.size());
    {
        const nb::gil_scoped_release unlocked;
        table.choices(spec, *chosen, threads);
    }
    auto* const values = chosen.release();
    const nb::capsule owner(values, [](void* kept) noexcept {
        const std::unique_ptr<std::vector<std::int64_t>> gone(
            static_cast<std::vector<std::int64_t>*>(kept));
    });
    return {values->data(), {values->size()}, owner};
}

using Arrays = nb::typed<nb::dict, nb::str, nb::any>;
using Names = nb::typed<nb::tuple, nb::str, nb::ellipsis>;

// Views of the arrays of the last step, which live as long as one of them.
Arrays arrays_of(const mj::VectorTable& table) {
    using Kept = std::shared_ptr<mj::StepArrays>;
    const mj::StepArrays& step = *table.arrays();
    const nb::capsule owner(
        std::make_unique<Kept>(table.arrays()).release(),
        [](void* kept) noexcept { const std::unique_ptr<Kept> gone(static_cast<Kept*>(kept)); });
    nb::dict arrays;
    const auto add = [&]<typename Value>(const char* name, const Value* values, auto... sizes) {
        const nb::ndarray<nb::numpy, Value> array(
            const_cast<Value*>(values), {table.size(), static_cast<std::size_t>(sizes)...}, owner);
        arrays[name] = nb::cast(array, nb::rv_policy::automatic);
    };
    add("planes", step.cells.get(), table.planes(), mj::kTileKinds, mj::kCopies);
    add("masks", step.masks.get(), mj::kActions);
    add("scalars", step.scalars.get(), mj::kScalarNames.size());
    add("hidden", step.hidden.get(), table.shows_hidden() ? mj::kHiddenChannels : 0,
        mj::kTileKinds);
    add("rewards", step.rewards.data(), mj::kSeats);
    add("dones", step.dones.data());
    add("seats", step.seats.data());
    add("games", step.games.data());
    return Arrays(arrays);
}

using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using States = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void check_places(const mj::VectorTable& table, const Places& places) {
    for (std::size_t number = 0; number < places.shape(0); ++number) {
        const std::int64_t place = places.data()[number];
        if (place >= 0 && place < static_cast<std::int64_t>(table.size())) continue;
        throw nb::value_error(("there is no table " + std::to_string(place)).c_str());
    }
}

nb::ndarray<nb::numpy, std::uint8_t> save(const mj::VectorTable& table, const Places& places) {
    check_places(table, places);
    const std::size_t size = table.state_size();
    std::vector<std::uint8_t> states(places.shape(0) * size);
    for (std::size_t number = 0; number < places.shape(0); ++number) {
        const auto place = static_cast<std::size_t>(places.data()[number]);
        table.save(place, std::span(states).subspan(number * size, size));
    }
    return array_of(std::move(states), places.shape(0), size);
}

void restore(mj::VectorTable& table, const States& states, const Places& places) {
    check_places(table, places);
    if (states.shape(1) != table.state_size() || states.shape(0) != places.shape(0)) {
        throw nb::value_error(("expected states of shape [" + std::to_string(places.shape(0)) +
                               ", " + std::to_string(table.state_size()) + "]")
                                  .c_str());
    }
    table.restore({places.data(), places.size()}, {states.data(), states.size()});
}

Names scalar_names() {
    nb::list names;
    for (const char* name : mj::kScalarNames) names.append(name);
    return Names(nb::tuple(names));
}

}  // namespace

void bind_env(nb::module_& module) {
    module.def("scalar_names", scalar_names, "The names of a step's scalars.");
    nb::class_<mj::VectorTable>(module, "VectorTable", "See mj_engine.VectorTable.")
        .def(
            "__init__",
            [](mj::VectorTable* self, std::size_t tables, const Seats& seats,
               const std::vector<std::shared_ptr<mj::TacticSpec>>& opponents, nb::handle walls,
               std::vector<std::uint8_t> winds, std::uint64_t seed, bool duplicate, int history,
               bool hidden) {
                new (self)
                    mj::VectorTable(options_of(tables, seats, opponents, walls, std::move(winds),
                                               seed, duplicate, history, hidden));
            },
            nb::arg("tables"), nb::arg("seats"), nb::arg("opponents"), nb::arg("walls"),
            nb::arg("winds"), nb::arg("seed"), nb::arg("duplicate"), nb::arg("history"),
            nb::arg("hidden"))
        .def(
            "reset",
            [](mj::VectorTable& self, int threads, bool onward) {
                if (threads < 1) throw nb::value_error("at least one thread is needed");
                const nb::gil_scoped_release unlocked;
                self.reset(threads, onward);
            },
            nb::arg("threads"), nb::arg("onward"))
        .def("step", step, nb::arg("actions"), nb::arg("threads"))
        .def("choices", choices, nb::arg("player"), nb::arg("threads"),
             "A tactic's answer at each table, by index.")
        .def("arrays", arrays_of,
             "The arrays of the last step by name; the next step overwrites them.")
        .def("leave_arrays", &mj::VectorTable::leave_arrays,
             "The next step leaves them to whoever holds them, and writes others.")
        .def("save", save, nb::arg("places"), nb::rv_policy::automatic,
             "The states of these tables: uint8 [places, size].")
        .def("restore", restore, nb::arg("states"), nb::arg("places"),
             "Puts tables into states. Raises ValueError, with nothing done, if one is none.");
}

}  // namespace bind

// Python bindings: games as data sets store them, and the arrays of their examples.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bind/python/convert.hpp"
#include "bind/python/play_plan.hpp"
#include "bind/python/table.hpp"
#include "dataset/batch.hpp"
#include "dataset/self_play.hpp"

namespace bind {

namespace {

using Arrays = nb::typed<nb::dict, nb::str, nb::any>;

// A view of a named numpy array; valid as long as the dictionary.
template <typename Value>
std::span<Value> column(const nb::dict& arrays, const char* name) {
    using Array = nb::ndarray<Value, nb::c_contig, nb::device::cpu>;
    if (!arrays.contains(name)) {
        throw nb::value_error((std::string("no array named ") + name).c_str());
    }
    Array array;
    if (!nb::try_cast(arrays[name], array)) {
        throw nb::value_error((std::string(name) + " is not an array as it has to be").c_str());
    }
    return {array.data(), array.size()};
}

// The same, or an empty span if there is none.
template <typename Value>
std::span<Value> column_or_none(const nb::dict& arrays, const char* name) {
    if (!arrays.contains(name)) return {};
    return column<Value>(arrays, name);
}

mj::StoredGames games_of(const nb::dict& arrays) {
    const mj::StoredGames games{
        .wall_at = column<const std::int64_t>(arrays, "wall_at"),
        .walls = column<const std::uint8_t>(arrays, "walls"),
        .winds = column<const std::uint8_t>(arrays, "winds"),
        .turns = column<const std::uint16_t>(arrays, "turns"),
        .scores = column<const std::int16_t>(arrays, "scores"),
        .answer_at = column<const std::int64_t>(arrays, "answer_at"),
        .answer_turns = column<const std::uint16_t>(arrays, "answer_turns"),
        .answers = column<const std::uint8_t>(arrays, "answers"),
        .value_at = column<const std::int64_t>(arrays, "value_at"),
        .values = column<const float>(arrays, "values"),
    };
    games.check();
    return games;
}

template <typename Value>
void expect(std::span<Value> values, std::size_t size, const char* what) {
    if (values.size() == size) return;
    throw nb::value_error((std::string(what) + " has not the size that it has to have").c_str());
}

mj::BatchPlan plan_of(const nb::dict& arrays, unsigned kinds, std::size_t known) {
    const mj::BatchPlan plan{.games = column<const std::int64_t>(arrays, "games"),
                             .seats = column<const std::uint8_t>(arrays, "seats"),
                             .kinds = kinds,
                             .first = column<const std::int64_t>(arrays, "first"),
                             .row_of = column<const std::int64_t>(arrays, "row_of")};
    expect(plan.seats, plan.games.size(), "seats");
    expect(plan.first, plan.games.size() + 1, "first");
    const auto rows = static_cast<std::int64_t>(plan.row_of.size());
    const auto in = [](std::int64_t end) {
        return [end](std::int64_t place) { return place >= 0 && place < end; };
    };
    const bool fits = std::ranges::all_of(plan.games, in(static_cast<std::int64_t>(known))) &&
                      std::ranges::all_of(plan.row_of, in(rows)) && plan.first.front() == 0 &&
                      plan.first.back() == rows && std::ranges::is_sorted(plan.first);
    if (!fits) throw nb::value_error("a plan of games and rows that are not there");
    return plan;
}

using Tables = std::shared_ptr<mj::OddsTables>;

mj::BatchArrays arrays_of(const nb::dict& out, std::size_t rows, const Tables& tables) {
    mj::BatchArrays arrays{.features = {},
                           .mask = column<bool>(out, "mask"),
                           .move = column<std::int64_t>(out, "move"),
                           .kind = column<std::uint8_t>(out, "kind"),
                           .score = column<float>(out, "score"),
                           .game = column<std::int64_t>(out, "game"),
                           .seat = column<std::uint8_t>(out, "seat"),
                           .turn = column<std::int16_t>(out, "turn"),
                           .shanten = column_or_none<std::int8_t>(out, "shanten"),
                           .values = column_or_none<float>(out, "values")};
    for (const mj::FeatureSpec& spec : mj::known_features(tables)) {
        if (!out.contains(spec.name.c_str())) continue;
        if (spec.name == "look_ahead" && !tables) {
            throw nb::value_error("look_ahead needs the table of targets");
        }
        arrays.features.emplace_back(spec, column<std::uint8_t>(out, spec.name.c_str()));
        expect(arrays.features.back().second, rows * spec.cells(), spec.name.c_str());
    }
    expect(arrays.mask, rows * mj::kMoves, "mask");
    expect(arrays.move, rows, "move");
    expect(arrays.kind, rows, "kind");
    expect(arrays.score, rows, "score");
    expect(arrays.game, rows, "game");
    expect(arrays.seat, rows, "seat");
    expect(arrays.turn, rows, "turn");
    if (out.contains("shanten")) expect(arrays.shanten, rows, "shanten");
    if (out.contains("values")) expect(arrays.values, rows * mj::kMoves, "values");
    return arrays;
}

void fill(const Arrays& games, const Arrays& plan, const Arrays& out, unsigned kinds, int threads,
          const Tables& tables) {
    const mj::StoredGames stored = games_of(games);
    const mj::BatchPlan wanted = plan_of(plan, kinds, stored.size());
    if (wanted.row_of.empty()) return;
    const mj::BatchArrays arrays = arrays_of(out, wanted.row_of.size(), tables);
    checked_threads(threads);
    const nb::gil_scoped_release unlocked;
    mj::fill(stored, wanted, arrays, threads);
}

nb::ndarray<nb::numpy, std::uint8_t> count_examples(const Arrays& games, int threads) {
    const mj::StoredGames stored = games_of(games);
    checked_threads(threads);
    std::vector<std::uint8_t> counts;
    {
        const nb::gil_scoped_release unlocked;
        counts = mj::count_examples(stored, threads);
    }
    return array_of(std::move(counts), stored.size(), mj::kSeats, mj::kExampleKinds);
}

// The arrays of a data set's games, by name.
class Columns {
  public:
    explicit Columns(const std::vector<mj::StoredGame>& games) {
        for (const mj::StoredGame& game : games) add(game);
    }

    [[nodiscard]] Arrays arrays() {
        const std::size_t games = winds_.size();
        const std::size_t answers = answer_turns_.size();
        const std::size_t tiles = walls_.size();
        const std::size_t values = values_.size();
        const nb::dict found;
        found["wall_at"] = array_of(std::move(wall_at_), games + 1);
        found["walls"] = array_of(std::move(walls_), tiles);
        found["winds"] = array_of(std::move(winds_), games);
        found["turns"] = array_of(std::move(turns_), games);
        found["scores"] = array_of(std::move(scores_), games, mj::kSeats);
        found["verdicts"] = array_of(std::move(verdicts_), games);
        found["winners"] = array_of(std::move(winners_), games);
        found["givers"] = array_of(std::move(givers_), games);
        found["fans"] = array_of(std::move(fans_), games);
        found["answer_at"] = array_of(std::move(answer_at_), games + 1);
        found["answer_turns"] = array_of(std::move(answer_turns_), answers);
        found["answers"] = array_of(std::move(answers_), answers, std::size_t{3});
        found["value_at"] = array_of(std::move(value_at_), games + 1);
        found["values"] = array_of(std::move(values_), values);
        return Arrays(found);
    }

  private:
    void add(const mj::StoredGame& game) {
        walls_.insert(walls_.end(), game.wall.begin(), game.wall.end());
        wall_at_.push_back(static_cast<std::int64_t>(walls_.size()));
        winds_.push_back(game.prevalent_wind);
        turns_.push_back(game.turns);
        scores_.insert(scores_.end(), game.scores.begin(), game.scores.end());
        verdicts_.push_back(static_cast<std::uint8_t>(game.result.verdict));
        winners_.push_back(game.result.player);
        givers_.push_back(game.result.giver);
        fans_.push_back(static_cast<std::int16_t>(game.result.has_fan ? game.result.win.total : 0));
        for (const mj::StoredAnswer& answer : game.answers) {
            answer_turns_.push_back(answer.turn);
            answers_.insert(answers_.end(), {mj::flags_of(answer), answer.move, answer.discard});
        }
        answer_at_.push_back(static_cast<std::int64_t>(answer_turns_.size()));
        values_.insert(values_.end(), game.values.begin(), game.values.end());
        value_at_.push_back(static_cast<std::int64_t>(values_.size()));
    }

    std::vector<std::int64_t> wall_at_{0}, answer_at_{0}, value_at_{0};
    std::vector<std::uint8_t> walls_, winds_, verdicts_, winners_, givers_, answers_;
    std::vector<std::uint16_t> turns_, answer_turns_;
    std::vector<std::int16_t> scores_, fans_;
    std::vector<float> values_;
};

Arrays play_stored(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                   const Winds& winds, const Seating& seatings, const Seeds& seeds, int threads,
                   bool values) {
    const mj::Plan plan = plan_of_games(walls, players, winds, seatings, seeds, false);
    checked_threads(threads);
    std::vector<mj::StoredGame> games;
    {
        const nb::gil_scoped_release unlocked;
        games = mj::play_stored(plan, values, threads);
    }
    return Columns(games).arrays();
}

Arrays feature_shapes() {
    const nb::dict shapes;
    for (const mj::FeatureSpec& spec : mj::known_features()) {
        nb::list shape;
        for (const std::size_t size : spec.shape) shape.append(size);
        shapes[spec.name.c_str()] = nb::tuple(shape);
    }
    return Arrays(shapes);
}

}  // namespace

void bind_dataset(nb::module_& module) {
    const nb::exception<mj::StoredGameError> error(module, "StoredGameError", PyExc_ValueError);
    module.def("play_stored", play_stored, nb::arg("walls"), nb::arg("players"), nb::arg("winds"),
               nb::arg("seatings"), nb::arg("seeds"), nb::arg("threads"), nb::arg("values"),
               "Plays one game on each wall; see mj_engine.dataset.");
    module.def("fill_examples", fill, nb::arg("games"), nb::arg("plan"), nb::arg("out"),
               nb::arg("kinds"), nb::arg("threads"), nb::arg("tables").none(),
               "See mj_engine.dataset.");
    module.def("count_examples", count_examples, nb::arg("games"), nb::arg("threads"),
               "See mj_engine.dataset.");
    module.def("feature_shapes", feature_shapes,
               "The features that examples can have, and their shapes.");
}

}  // namespace bind

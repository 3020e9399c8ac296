// Python bindings: decisions of self-play, and the results of their actions.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "advantages/collect.hpp"
#include "advantages/rollouts.hpp"
#include "advantages/valued.hpp"
#include "bind/python/convert.hpp"
#include "bind/python/play_plan.hpp"
#include "bind/python/table.hpp"

namespace bind {

namespace {

using Arrays = nb::typed<nb::dict, nb::str, nb::any>;

// The columns of tried decisions, padded to the maximum number of actions and worlds.
class Columns {
  public:
    explicit Columns(const mj::CollectOptions& options)
        : actions_(static_cast<std::size_t>(options.actions)),
          worlds_(static_cast<std::size_t>(options.worlds)) {}

    void add(const mj::TriedDecision& tried) {
        game_.push_back(tried.game);
        seat_.push_back(tried.seat);
        turn_.push_back(tried.turn);
        place_.push_back(tried.place);
        kind_.push_back(static_cast<std::uint8_t>(tried.kind));
        score_.push_back(tried.score);
        count_.push_back(static_cast<std::uint8_t>(tried.branches.size()));
        for (const mj::Branch& branch : tried.branches) {
            action_.push_back(static_cast<std::int16_t>(mj::index_of(branch.action)));
            value_.push_back(branch.value);
            features_.insert(features_.end(), branch.features.begin(), branch.features.end());
            for (const mj::Outlook& world : branch.worlds) {
                outlook_.push_back(world.score);
                luck_.push_back(world.luck);
                ended_.push_back(world.ended ? 1 : 0);
                outlook_features_.insert(outlook_features_.end(), world.features.begin(),
                                         world.features.end());
                outlook_features_.resize(outlook_.size() * width_);
            }
        }
        pad();
    }

    [[nodiscard]] Arrays arrays() {
        const std::size_t size = game_.size();
        const nb::dict found;
        found["game"] = array_of(std::move(game_), size);
        found["seat"] = array_of(std::move(seat_), size);
        found["turn"] = array_of(std::move(turn_), size);
        found["place"] = array_of(std::move(place_), size);
        found["kind"] = array_of(std::move(kind_), size);
        found["score"] = array_of(std::move(score_), size);
        found["count"] = array_of(std::move(count_), size);
        found["action"] = array_of(std::move(action_), size, actions_);
        found["value"] = array_of(std::move(value_), size, actions_);
        found["features"] = array_of(std::move(features_), size, actions_, width_);
        found["outlook"] = array_of(std::move(outlook_), size, actions_, worlds_);
        found["luck"] = array_of(std::move(luck_), size, actions_, worlds_);
        found["ended"] = array_of(std::move(ended_), size, actions_, worlds_);
        found["outlook_features"] =
            array_of(std::move(outlook_features_), size, actions_, worlds_, width_);
        return Arrays(found);
    }

  private:
    void pad() {
        const std::size_t whole = game_.size() * actions_;
        action_.resize(whole, -1);
        value_.resize(whole);
        features_.resize(whole * width_);
        outlook_.resize(whole * worlds_);
        luck_.resize(whole * worlds_);
        ended_.resize(whole * worlds_, 1);
        outlook_features_.resize(whole * worlds_ * width_);
    }

    std::size_t actions_, worlds_, width_ = mj::kCandidateFeatures;
    std::vector<std::int64_t> game_;
    std::vector<std::uint8_t> seat_, turn_, kind_, count_, ended_;
    std::vector<std::uint16_t> place_;
    std::vector<std::int16_t> action_;
    std::vector<float> score_, value_, features_, outlook_, luck_, outlook_features_;
};

mj::CollectOptions checked(const mj::CollectOptions& options) {
    if (options.gap < 0 || options.claim_gap < 0 || options.decisions < 1 || options.actions < 2 ||
        options.actions > mj::kActions || options.worlds < 1 || options.draws < 0 ||
        options.claim_draws < 0) {
        throw nb::value_error(
            "gaps and draws are 0 or more, decisions and worlds 1 or more, actions 2 or more");
    }
    return options;
}

Arrays collect(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
               const Winds& winds, const Seating& seatings, const Seeds& seeds, double gap,
               double claim_gap, int decisions, int actions, int worlds, int draws, int claim_draws,
               bool others, std::uint64_t seed, int threads) {
    const mj::Plan plan = plan_of_games(walls, players, winds, seatings, seeds, false);
    const mj::CollectOptions options =
        checked({gap, claim_gap, decisions, actions, worlds, draws, claim_draws, others});
    checked_threads(threads);
    std::vector<mj::TriedDecision> found;
    try {
        const nb::gil_scoped_release unlocked;
        found = mj::collect(plan, options, seed, threads);
    } catch (const std::logic_error& error) {
        throw nb::value_error(error.what());
    }
    Columns columns(options);
    for (const auto& tried : found) columns.add(tried);
    return columns.arrays();
}

Arrays roll_out(const nb::typed<nb::list, nb::bytes>& walls, const Specs& players,
                const Winds& winds, const Seating& seatings, const Seeds& seeds, double within,
                int threads) {
    const mj::Plan plan = plan_of_games(walls, players, winds, seatings, seeds, false);
    checked_threads(threads);
    std::vector<mj::RolledDecision> rolled;
    try {
        const nb::gil_scoped_release unlocked;
        rolled = mj::roll_out(plan, within, threads);
    } catch (const std::logic_error& error) {
        throw nb::value_error(error.what());
    }
    std::vector<std::int64_t> game;
    std::vector<std::int64_t> first{0};
    std::vector<std::uint8_t> seat;
    std::vector<std::uint8_t> chosen;
    std::vector<float> score;
    std::vector<float> value;
    std::vector<float> features;
    for (const auto& one : rolled) {
        game.push_back(one.game);
        seat.push_back(one.seat);
        chosen.push_back(one.chosen);
        score.push_back(one.score);
        value.insert(value.end(), one.values.begin(), one.values.end());
        features.insert(features.end(), one.features.begin(), one.features.end());
        first.push_back(static_cast<std::int64_t>(value.size()));
    }
    const std::size_t size = rolled.size();
    const std::size_t candidates = value.size();
    const nb::dict found;
    found["game"] = array_of(std::move(game), size);
    found["seat"] = array_of(std::move(seat), size);
    found["chosen"] = array_of(std::move(chosen), size);
    found["score"] = array_of(std::move(score), size);
    found["first"] = array_of(std::move(first), size + 1);
    found["value"] = array_of(std::move(value), candidates);
    found["features"] = array_of(std::move(features), candidates, mj::kCandidateFeatures);
    return Arrays(found);
}

}  // namespace

void bind_advantages(nb::module_& module) {
    module.def("collect", collect, nb::arg("walls"), nb::arg("players"), nb::arg("winds"),
               nb::arg("seatings"), nb::arg("seeds"), nb::arg("gap"), nb::arg("claim_gap"),
               nb::arg("decisions"), nb::arg("actions"), nb::arg("worlds"), nb::arg("draws"),
               nb::arg("claim_draws"), nb::arg("others"), nb::arg("seed"), nb::arg("threads"),
               "Plays games and tries out some decisions; see mj_engine.advantages.");
    module.def("roll_out", roll_out, nb::arg("walls"), nb::arg("players"), nb::arg("winds"),
               nb::arg("seatings"), nb::arg("seeds"), nb::arg("within"), nb::arg("threads"),
               "Plays games and returns their decisions; see mj_engine.advantages.");
}

}  // namespace bind

#include "advantages/collect.hpp"

#include <algorithm>
#include <utility>

#include "advantages/play_on.hpp"
#include "core/rng.hpp"
#include "worlds/worlds.hpp"

namespace mj {

namespace {

// A candidate decision as it came up: the game before it and all seats' answers.
struct Met {
    std::uint64_t lot;
    Game game;
    Answers answers;
    std::size_t draws;        // how many the seat had made before
    double luck;              // of those draws
    std::vector<Luck> hopes;  // for each branch
    TriedDecision tried;
};

// One game in progress: played by its players, with some of its decisions played out.
class Collector {
  public:
    Collector(const Plan& plan, const CollectOptions& options, std::uint64_t seed, const Task& task,
              const Seats& players, const Seats& triers, const Seats& others)
        : options_(options),
          seed_(seed_of(seed, task.wall)),
          lots_(seed_),
          number_(task.wall),
          players_(players),
          triers_(triers),
          others_(others),
          game_(new_game(plan.walls[task.wall], task.prevalent_wind)) {}

    std::vector<TriedDecision> collect() {
        while (!game_.over()) play_turn();
        std::vector<TriedDecision> found;
        std::ranges::sort(
            met_, {}, [](const Met& met) { return std::pair(met.tried.seat, met.tried.place); });
        for (Met& met : met_) {
            play_on(met);
            found.push_back(std::move(met.tried));
        }
        return found;
    }

  private:
    void play_turn() {
        const std::size_t first = fresh_.size();
        Answers answers;
        for (int seat = 0; seat < kSeats; ++seat) answers[seat] = answer(seat);
        for (std::size_t place = first; place < fresh_.size(); ++place) {
            fresh_[place].answers = answers;
            keep(std::move(fresh_[place]));
        }
        fresh_.clear();
        game_.submit(answers);
    }

    Action answer(int seat) {
        if (!must_decide(game_, seat)) return kPassing;
        ActionList list;
        list_legal(game_, seat, list);
        const GameState state = state_of(game_, seat);
        const bool draws = state.decision == Decision::OwnDraw;
        if (draws) luck_[seat].draw(game_, state.drawn);
        if (list.of[0].kind == ActionKind::Hu) return list.of[0];
        if (list.size == 1 && !draws) return list.of[0];
        const Valued valued = valued_by(*players_[seat], state, list.all());
        const FeatureRows features = features_of(state, valued);
        if (draws) outlooks_[seat].push_back(outlook_of(valued, features, luck_[seat].whole()));
        meet(state, valued, features);
        luck_[seat].expect(valued, valued.taken);
        ++places_[seat];
        return valued.all[valued.taken].action;
    }

    // Notes a decision if some other action is near the one taken and its lot is among the lowest.
    void meet(const GameState& state, const Valued& valued, const FeatureRows& features) {
        near_actions(state, valued);
        if (near_.empty()) return;
        const std::uint64_t lot = lots_.next();
        if (met_.size() == static_cast<std::size_t>(options_.decisions) && lot >= met_.front().lot)
            return;
        const int seat = state.seat;
        // The draw being answered is not a future one.
        Met met{.lot = lot,
                .game = game_,
                .answers = {},
                .draws = outlooks_[seat].size(),
                .luck = luck_[seat].whole(),
                .hopes = {},
                .tried = {.game = number_,
                          .seat = state.seat,
                          .turn = state.discards[seat].size,
                          .place = places_[seat],
                          .kind = state.decision,
                          .score = 0,
                          .branches = {}}};
        const auto add = [&](std::size_t place) {
            met.hopes.emplace_back().expect(valued, place);
            const Candidate& one = valued.all[place];
            met.tried.branches.push_back(
                {one.action, static_cast<float>(one.value), features.row(place), {}});
        };
        add(valued.taken);
        draw_lots();
        for (const auto& [place, weight] : near_) add(place);
        fresh_.push_back(std::move(met));
    }

    // The indexes of the near actions, and how near each is: 1 for equal value, 0 at the gap.
    void near_actions(const GameState& state, const Valued& valued) {
        near_.clear();
        const bool claims = state.decision != Decision::OwnDraw;
        const double gap = claims ? options_.claim_gap : options_.gap;
        const Candidate& taken = valued.all[valued.taken];
        for (std::size_t place = 0; place < valued.all.size(); ++place) {
            const Candidate& one = valued.all[place];
            const double less = taken.value - one.value;
            if (place == valued.taken || less >= gap) continue;
            if (claims && (same_claim(one, taken) || !is_best_of_claim(valued, place))) continue;
            near_.emplace_back(place, std::min(1 - less / gap, 1.0));
        }
    }

    static bool same_claim(const Candidate& one, const Candidate& other) {
        return one.action.kind == other.action.kind && one.action.chow == other.action.chow;
    }

    static bool is_best_of_claim(const Valued& valued, std::size_t place) {
        const Candidate& one = valued.all[place];
        for (std::size_t other = 0; other < valued.all.size(); ++other) {
            const Candidate& rival = valued.all[other];
            if (!same_claim(one, rival) || other == place) continue;
            if (rival.value > one.value || (rival.value == one.value && other < place))
                return false;
        }
        return true;
    }

    // Cuts the near actions down to the number wanted; nearer ones are likelier to stay.
    void draw_lots() {
        const auto wanted = static_cast<std::size_t>(options_.actions - 1);
        for (std::size_t drawn = 0; drawn < std::min(wanted, near_.size()); ++drawn) {
            double whole = 0;
            for (std::size_t place = drawn; place < near_.size(); ++place)
                whole += near_[place].second;
            double left = whole * (static_cast<double>(lots_.next() >> 11U) * 0x1p-53);
            std::size_t chosen = drawn;
            while (chosen + 1 < near_.size() && left >= near_[chosen].second) {
                left -= near_[chosen++].second;
            }
            std::swap(near_[drawn], near_[chosen]);
        }
        if (near_.size() > wanted) near_.resize(wanted);
    }

    // A heap by lot: the highest drops out when there are too many.
    void keep(Met met) {
        const auto by_lot = [](const Met& one, const Met& other) { return one.lot < other.lot; };
        met_.push_back(std::move(met));
        std::ranges::push_heap(met_, by_lot);
        if (met_.size() <= static_cast<std::size_t>(options_.decisions)) return;
        std::ranges::pop_heap(met_, by_lot);
        met_.pop_back();
    }

    void play_on(Met& met) {
        const int seat = met.tried.seat;
        met.tried.score = game_.scores[seat];
        const int draws =
            met.tried.kind == Decision::OwnDraw ? options_.draws : options_.claim_draws;
        for (std::size_t branch = 0; branch < met.tried.branches.size(); ++branch) {
            for (int world = 0; world < options_.worlds; ++world) {
                // With other players in the other seats even the action taken has to be replayed.
                const bool known = branch == 0 && world == 0 && others_ == triers_;
                met.tried.branches[branch].worlds.push_back(
                    known ? as_played(met, draws) : played_on(met, branch, draws, world));
            }
        }
    }

    // The result of the action taken in the true world: the game itself.
    [[nodiscard]] Outlook as_played(const Met& met, int draws) const {
        const auto& drawn = outlooks_[met.tried.seat];
        const std::size_t place = met.draws + static_cast<std::size_t>(draws) - 1;
        Outlook found{.score = met.tried.score,
                      .luck = static_cast<float>(luck_[met.tried.seat].whole()),
                      .ended = true,
                      .features = {}};
        if (draws > 0 && place < drawn.size()) found = drawn[place];
        found.luck -= static_cast<float>(met.luck);
        return found;
    }

    Outlook played_on(const Met& met, std::size_t branch, int draws, int world) {
        const int seat = met.tried.seat;
        const std::uint64_t seed = seed_of(seed_, seat, met.tried.place, world);
        Game game = met.game;
        if (world > 0) {
            Rng rng(seed);
            shuffle_walls(game, rng);
        }
        Seats seats = others_;
        seats[seat] = triers_[seat];
        for (int other = 0; other < kSeats; ++other) {
            seats[other]->begin(static_cast<std::uint32_t>(seed_of(seed, other)));
        }
        Answers answers = met.answers;
        answers[seat] = met.tried.branches[branch].action;
        game.submit(answers);
        const PlayedOn found = mj::play_on(game, seat, draws, met.hopes[branch], seats, true);
        if (found.cut) {
            const auto& [state, valued] = *found.cut;
            return outlook_of(valued, features_of(state, valued), found.luck);
        }
        return {.score = static_cast<float>(found.score),
                .luck = static_cast<float>(found.luck),
                .ended = true,
                .features = {}};
    }

    static Outlook outlook_of(const Valued& valued, const FeatureRows& features, double luck) {
        return {.score = static_cast<float>(valued.expected),
                .luck = static_cast<float>(luck),
                .ended = false,
                .features = features.row(valued.best)};
    }

    const CollectOptions& options_;
    std::uint64_t seed_;
    Rng lots_;
    std::uint32_t number_;
    const Seats& players_;
    const Seats& triers_;
    const Seats& others_;
    Game game_;
    std::array<std::vector<Outlook>, kSeats> outlooks_;  // at each seat's draws, wins excluded
    std::array<Luck, kSeats> luck_{};
    std::array<std::uint16_t, kSeats> places_{};
    std::vector<Met> met_, fresh_;
    std::vector<std::pair<std::size_t, double>> near_;
};

}  // namespace

std::vector<TriedDecision> collect(const Plan& plan, const CollectOptions& options,
                                   std::uint64_t seed, int threads) {
    std::vector<std::vector<TriedDecision>> by_game(plan.tasks.size());
    share_work(plan.tasks.size(), threads, [&]() -> Work {
        const auto playing = std::make_shared<Bench>(plan.players);
        const auto trying = std::make_shared<Bench>(plan.players);
        return [&, playing, trying](std::size_t place) {
            const Task& task = plan.tasks[place];
            const Seats players = seats_of(task, *playing);
            const Seats triers = seats_of(task, *trying);
            Task around = task;
            if (options.others)
                around.players.fill(static_cast<std::uint8_t>(plan.players.size() - 1));
            const Seats others = seats_of(around, *trying);
            by_game[place] =
                Collector(plan, options, seed, task, players, triers, others).collect();
        };
    });
    std::vector<TriedDecision> found;
    for (auto& game : by_game) {
        std::ranges::move(game, std::back_inserter(found));
    }
    return found;
}

}  // namespace mj

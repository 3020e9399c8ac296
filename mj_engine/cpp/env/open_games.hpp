// Open games: a plan's games side by side; some seats are native, the others wait for the caller.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "features/writers.hpp"
#include "play/many.hpp"
#include "play/session.hpp"

namespace mj {

// A decision of the caller's, between at least two legal actions.
struct Waiting {
    std::uint32_t table;
    std::uint8_t seat;
    std::uint8_t player;  // of the plan
};

// What is seen of some decisions, one row each.
struct Sights {
    std::vector<std::pair<std::size_t, std::span<std::uint8_t>>>
        features;                  // by OpenGames::features
    std::span<bool> legal;         // [rows, kActions]
    std::span<std::int64_t> game;  // the number of the game in the plan
    std::span<std::uint8_t> seat;
    std::span<double> lot;  // a random number of the decision, 0 to 1
    const TacticSpec* teacher = nullptr;
    std::span<const std::int64_t> claims;  // chows and pungs after which it is seen; -1: none
    std::span<std::uint8_t> hidden;        // see env/hidden.hpp; empty if not asked for
    std::span<std::int64_t> taught;        // the teacher's choice, by action index, if there is one
};

// A player of the plan without `make` is the caller's. Outcomes depend neither on the number of
// tables nor on threads, if the caller's answers do not.
class OpenGames {
  public:
    // tables: the most games at a time. targets: for look_ahead.
    OpenGames(Plan plan, std::size_t tables, std::shared_ptr<const OddsTables> targets);

    // Answers the waiting decisions, by action index, and plays on until every table waits again.
    // An illegal answer is a fault of its seat. If nothing waits then, all games are over.
    void step(std::span<const std::int64_t> actions, int threads);

    // Shows some of the waiting decisions, by their places in `waiting`.
    void observe(std::span<const std::uint32_t> places, const Sights& sights, int threads);

    [[nodiscard]] const std::vector<Waiting>& waiting() const { return waiting_; }
    [[nodiscard]] const std::vector<FeatureSpec>& features() const { return features_; }

    std::vector<Outcome> outcomes;  // of the plan's tasks; an unfinished one's is empty

  private:
    struct Table {
        explicit Table(const std::vector<TacticSpec>& players) : bench(players) {}

        Session session;
        Record record;
        std::size_t task = 0;
        bool closed = true;        // no game
        std::uint8_t waiting = 0;  // one bit per seat
        std::array<ActionList, kSeats> legal;
        std::array<Action, kSeats> given;
        std::array<PlaneHistory, kSeats> history;
        Bench bench;  // of the players that remember
    };

    // What each thread needs of its own.
    struct Worker {
        Bench bench;
        std::vector<std::unique_ptr<FeatureWriter>> writers;
        std::map<std::string, std::unique_ptr<Tactic>> teachers;
    };

    void for_each(std::size_t count, int threads,
                  const std::function<void(std::size_t, Worker&)>& work);
    bool begin(Table& table);
    void go_on(Table& table, Worker& worker);
    void ask(Table& table, Worker& worker);
    Tactic& tactic_at(Table& table, int seat, Worker& worker);
    void play(Table& table, int seat, const Action& action);

    Plan plan_;
    std::vector<FeatureSpec> features_;
    std::vector<Table> tables_;
    std::vector<Worker> workers_;
    std::vector<Waiting> waiting_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace mj

// Facts: the one or two that say most of why one action is better than another, as plain data.
// Its twin: mj_lab/analysis/why/facts.py.
#pragma once

#include "core/state.hpp"
#include "why/plans.hpp"
#include "why/points.hpp"

namespace mj::why {

enum class FactKind : std::uint8_t {
    Win,
    Unsure,
    NoWin,
    Equal,
    Quick,
    Points,
    Ready,
    Waits,
    Effective,
    Left,
    Keeps,
    Makes,
    Holds,
    Concealed,
    NoNearer,
    Nearer,
    Aims,
    Fan,
    Pay,
    Chance,
    Danger,
    Kong,
    Learned
};

// In the order of FactKind, as mj_lab names them.
inline constexpr std::array<std::string_view, 23> kFactNames{
    "win",       "unsure", "no_win", "equal",  "quick",  "points",    "ready",     "waits",
    "effective", "left",   "keeps",  "makes",  "holds",  "concealed", "no_nearer", "nearer",
    "aims",      "fan",    "pay",    "chance", "danger", "kong",      "learned"};

// One fact; which figures it has depends on its kind (mj_lab/analysis/why/words.py has them all).
struct Fact {
    FactKind kind;
    bool against = false;                             // it speaks for the other action
    bool also = false;                                // for a plan that is not the likeliest
    std::optional<std::uint8_t> name = std::nullopt;  // of a fan: what tiles are kept for
    std::array<std::uint8_t, 2> fans{};               // Aims
    std::optional<std::array<int, 2>> totals = std::nullopt;  // fan of both
    std::array<int, 2> copies{};
    std::array<double, 2> figures{};  // chances of both
    // Clang warns of fields without one that a fact leaves out.
    Tiles tiles{}, lacks{};  // NOLINT(readability-redundant-member-init)
    int number = 0;          // Win: its fan; Nearer: tiles
    double points = 0;
    ActionKind claim = ActionKind::Pass;

    bool operator==(const Fact&) const = default;
};

// Why one action and not another.
struct Reason {
    const Row* better;
    const Row* than;
    std::vector<Fact> facts;
};

class Finder {
  public:
    Finder(const Tables& tables, double deal_in_costs)
        : tables_(tables), deal_in_costs_(deal_in_costs) {}

    // One or two facts why `better`, the greatest first; none where nothing shows.
    std::vector<Fact> facts_of(const GameState& state, const Row& better, const Row& than);

    // Why the first row, and not the one with this action; without one, or if it is the first, not
    // the best other that is not equal. Nothing if there is no other.
    std::optional<Reason> reason_of(const GameState& state, std::span<const Row> rows,
                                    const Action* than);

  private:
    // One of the two candidates: its plans with their hands, what it leaves and how far that is.
    struct Side {
        Action action;
        std::vector<Plan> plans;
        std::vector<std::optional<FoundHand>> targets;
        mj::why::Left left;
        int distance = 0;
        int copies = 0;  // of what shortens it
        Tiles waits;     // of a ready hand those that complete 8 fan and are left
        int wait_copies = 0;

        // How many tiles the nearest plan lacks; 0 if there is none.
        [[nodiscard]] int least() const;
    };

    Side side_of(const GameState& state, const Row& row);
    std::vector<Fact> by_points(const PointParts& parts, const Side& mine, const Side& other,
                                const Row& better, const Row& than);
    [[nodiscard]] std::optional<Fact> fact_of(Cause cause, bool ahead, const Side& mine,
                                              const Side& other, const Row& better,
                                              const Row& than) const;
    [[nodiscard]] std::optional<Fact> pay(const Side& mine, const Side& other, bool ahead) const;
    [[nodiscard]] std::optional<Fact> why_sooner(const Side& mine, const Side& other) const;
    [[nodiscard]] std::optional<Fact> aims(const Side& mine, const Side& other) const;
    [[nodiscard]] std::optional<Fact> concealed(const Side& mine, const Side& other) const;
    [[nodiscard]] std::optional<Fact> made(const Side& mine, const Side& other) const;
    [[nodiscard]] std::optional<Fact> kept(const Side& mine, const Side& other) const;
    [[nodiscard]] std::optional<Fact> more_copies(const Side& mine, const Side& other) const;
    [[nodiscard]] bool is_more(int mine, int other) const;

    const Tables& tables_;
    double deal_in_costs_;
    Shanten shanten_;
};

}  // namespace mj::why

// Facts: the one or two that say most of why one action is better than another, as plain data.
#pragma once

#include <span>

#include "core/state.hpp"
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
    Learned,
    Closer,
    Probability
};

// In the order of FactKind.
inline constexpr std::array<std::string_view, 25> kFactNames{
    "win",       "unsure",    "no_win", "equal",      "quick", "points", "ready",
    "waits",     "effective", "left",   "keeps",      "makes", "holds",  "concealed",
    "no_nearer", "nearer",    "aims",   "fan",        "pay",   "chance", "danger",
    "kong",      "learned",   "closer", "probability"};

// One fact; which figures it has depends on its kind. mj_lab/explain/analysis/why/sentences.py has
// the sentence of each.
struct Fact {
    FactKind kind;
    bool against = false;                             // it speaks for the other action
    bool also = false;                                // for a plan that is not the likeliest
    std::optional<std::uint8_t> name = std::nullopt;  // of a fan: what tiles are kept for
    std::array<std::uint8_t, 2> fans{};               // Aims
    std::optional<std::array<int, 2>> totals = std::nullopt;  // fan of both
    std::array<int, 2> copies{};                              // of both; Closer: shanten
    std::array<double, 2> figures{};                          // chances of both
    // Clang warns of fields without one that a fact leaves out.
    Tiles tiles{}, lacks{};                    // NOLINT(readability-redundant-member-init)
    std::optional<int> number = std::nullopt;  // Win: its fan; Nearer: tiles
    std::optional<double> points = std::nullopt;
    ActionKind claim = ActionKind::Pass;

    bool operator==(const Fact&) const = default;
};

// Why one action and not another.
struct Reason {
    const Row* better;
    const Row* than;
    std::vector<Fact> facts;
};

// One or two facts why `better`, the greatest first; none where nothing shows.
std::vector<Fact> facts_of(const GameState& state, const Row& better, const Row& than);

// Why the row at this place, and not the one at another; without one, or if it is the same: not
// what is said to be worth most above a win, or a win on offer, or the first other that is worse by
// enough for a reason, or the first other of all. Nothing if there is no other.
std::optional<Reason> reason_of(const GameState& state, std::span<const Row> rows,
                                std::size_t better, std::optional<std::size_t> than);

}  // namespace mj::why

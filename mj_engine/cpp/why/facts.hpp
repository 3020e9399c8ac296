// Facts: the one or two main reasons why one action is better than another, as plain data.
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

// One fact; its kind determines which fields it uses. For the sentences see
// mj_lab/explain/analysis/why/sentences.py.
struct Fact {
    FactKind kind;
    bool against = false;                             // favours the other action
    bool also = false;                                // about a plan that is not the likeliest
    std::optional<std::uint8_t> name = std::nullopt;  // a fan: what tiles are kept for
    std::array<std::uint8_t, 2> fans{};               // Aims
    std::optional<std::array<int, 2>> totals = std::nullopt;  // fan of both actions
    std::array<int, 2> copies{};                              // of both actions; Closer: shanten
    std::array<double, 2> figures{};                          // chances of both actions
    // Clang warns of fields without one that a fact leaves out.
    Tiles tiles{}, lacks{};                    // NOLINT(readability-redundant-member-init)
    std::optional<int> number = std::nullopt;  // Win: its fan; Nearer: tiles
    std::optional<double> points = std::nullopt;
    ActionKind claim = ActionKind::Pass;

    bool operator==(const Fact&) const = default;
};

// Why one action is better than another.
struct Reason {
    const Row* better;
    const Row* than;
    std::vector<Fact> facts;
};

// One or two facts that favour `better`, the strongest first; empty if none stands out.
std::vector<Fact> facts_of(const GameState& state, const Row& better, const Row& than);

// Why the row at `better` beats the row at `than`. If `than` is missing or the same row, it is
// chosen: the row said to be worth most above a win; else a win on offer; else the first other row
// that is worse by enough to give a reason; else the first other row. Nothing without another row.
std::optional<Reason> reason_of(const GameState& state, std::span<const Row> rows,
                                std::size_t better, std::optional<std::size_t> than);

}  // namespace mj::why

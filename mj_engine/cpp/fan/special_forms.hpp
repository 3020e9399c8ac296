// Winning forms other than four sets and a pair.
#pragma once

#include <optional>

#include "core/tile.hpp"
#include "fan/fans.hpp"
#include "fan/kinds.hpp"

namespace mj::fan {

// The fan of the form itself.
struct OwnFan {
    Fan fan;
    bool knitted_straight = false;  // whether a Knitted Straight comes with it
};

// The special form of 14 concealed tiles (kinds: the set of their kinds); nothing if there is none.
using SpecialForm = std::optional<OwnFan> (*)(const Counts& tiles, Kinds kinds);

std::optional<OwnFan> seven_pairs(const Counts& tiles, Kinds kinds);
std::optional<OwnFan> thirteen_orphans(const Counts& tiles, Kinds kinds);
std::optional<OwnFan> honours_and_knitted(const Counts& tiles, Kinds kinds);

inline constexpr std::array<SpecialForm, 3> kSpecialForms{seven_pairs, thirteen_orphans,
                                                          honours_and_knitted};

// A Knitted Straight among the concealed tiles: its nine kinds as bits, and the remaining tiles.
struct Knitted {
    Kinds nine = 0;
    Counts left{};

    [[nodiscard]] bool has(Tile tile) const { return (nine & bit(tile)) != 0; }
};
bool find_knitted(const Counts& tiles, Kinds kinds, Knitted& out);

}  // namespace mj::fan

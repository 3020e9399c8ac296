// Readings: all ways to read a complete hand: sets and a pair, or a special form.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/tile.hpp"
#include "shanten/shanten.hpp"

namespace mj::readings {

enum class PartKind : std::uint8_t { Chow, Pung, Pair, Knitted };
inline constexpr std::array<std::string_view, 4> kPartNames{"CHI", "PENG", "PAIR", "KNITTED"};

// Concealed tiles that form a set, a pair or a knitted group, in order.
struct Part {
    PartKind kind;
    std::vector<Tile> tiles;

    bool operator==(const Part&) const = default;
};

// One way to read the concealed tiles, without the melds.
struct Reading {
    WinForm form;
    std::vector<Part> parts;

    bool operator==(const Reading&) const = default;
};

// All readings of the concealed tiles with the winning one; empty if the hand is not complete.
// melds: how many there are.
std::vector<Reading> readings_of(const Counts& counts, int melds);

}  // namespace mj::readings

// Readings: every way in which a complete hand can be read: sets and a pair, or a special form.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/tile.hpp"
#include "shanten/shanten.hpp"

namespace mj::readings {

enum class PartKind : std::uint8_t { Chow, Pung, Pair, Knitted };
inline constexpr std::array<std::string_view, 4> kPartNames{"CHI", "PENG", "PAIR", "KNITTED"};

// Tiles of a concealed hand that belong together, in order.
struct Part {
    PartKind kind;
    std::vector<Tile> tiles;

    bool operator==(const Part&) const = default;
};

// One way to read the concealed tiles; the melds on the table are no part of it.
struct Reading {
    WinForm form;
    std::vector<Part> parts;

    bool operator==(const Reading&) const = default;
};

// All readings of concealed tiles with the winning one; none if the hand is not complete. melds:
// how many lie on the table.
std::vector<Reading> readings_of(const Counts& counts, int melds);

}  // namespace mj::readings

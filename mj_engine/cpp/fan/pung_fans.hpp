// Fans of pungs and kongs: concealed ones, kongs, winds and dragons, combinations of pungs.
#pragma once

#include "fan/division.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

struct Winds {
    Tile seat;
    Tile prevalent;
};

void add_pung_fans(const Division& division, Winds winds, Tally& tally);

}  // namespace mj::fan

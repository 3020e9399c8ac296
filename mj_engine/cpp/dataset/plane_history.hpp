// PlaneHistory: what a seat saw when it chose its last own discards.
#pragma once

#include "env/planes.hpp"

namespace mj {

// The newest first; rows of zeros where there were fewer discards.
struct PlaneHistory {
    std::array<PlaneRows, kMostHistory> seen{};
    PlaneRows last{};           // at its last answer
    std::uint8_t discards = 0;  // how many it had then

    // Takes in a decision, before it is answered: the rows of it, and how many tiles the seat has
    // discarded. A claim and the discard after it are one decision.
    void see(const PlaneRows& rows, std::uint8_t own_discards) {
        if (own_discards > discards) {
            for (std::size_t back = kMostHistory - 1; back > 0; --back) seen[back] = seen[back - 1];
            seen[0] = last;
        }
        last = rows;
        discards = own_discards;
    }
};

}  // namespace mj

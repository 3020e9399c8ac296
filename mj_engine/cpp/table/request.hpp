// Request: parses one request of the judge.
// Its twin: mj_bot/events.py.
#pragma once

#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "table/event.hpp"

namespace mj {

struct Request {
    Event event;                                 // for Start, the seat is the own one
    std::uint8_t prevalent_wind = 0;             // for Start
    std::array<std::uint8_t, kSeats> flowers{};  // for Deal: how many each seat was dealt
    Counts hand{};                               // for Deal: the own 13 tiles
    std::vector<Tile> laid{};                    // for Deal: the flowers it lists
};

// Parses a request to this seat; returns an error if it is not one.
Expected<Request> request_of(std::string_view request, int seat);

}  // namespace mj

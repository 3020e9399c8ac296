// Request: one request of the judge as a value, and its reader.
// Its twin: mj_bot/events.py.
#pragma once

#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "table/event.hpp"

namespace mj {

struct Request {
    Event event;                                 // the seat of Start is the own one
    std::uint8_t prevalent_wind = 0;             // of Start
    std::array<std::uint8_t, kSeats> flowers{};  // of Deal: how many each seat was dealt
    Counts hand{};                               // of Deal: the own 13 tiles
    std::vector<Tile> laid{};                    // of Deal: the flowers that it lists
};

// The request in a text to this seat. Returns what is wrong with text that is not a request.
Expected<Request> request_of(std::string_view request, int seat);

}  // namespace mj

// Told: one request of the judge as a value, and how it is read.
// Its twin: mj_bot/events.py.
#pragma once

#include <string_view>

#include "core/expected.hpp"
#include "table/event.hpp"

namespace mj {

struct Told {
    Event event;                                 // the seat of Start is one's own
    std::uint8_t prevalent_wind = 0;             // of Start
    std::array<std::uint8_t, kSeats> flowers{};  // of Deal: how many each seat was dealt
    Counts hand{};                               // of Deal: one's own 13 tiles
};

// What a request says to this seat. Says what is wrong with text that is no request.
Expected<Told> told_by(std::string_view request, int seat);

}  // namespace mj

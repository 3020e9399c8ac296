// Python bindings: the table as a seat sees it, and the frames of a game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bind/python/bind.hpp"
#include "session/seat_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Rows = std::vector<std::vector<std::string_view>>;

std::string checked(mj::Expected<std::string> found) {
    if (!found) throw nb::value_error(found.fault().text.c_str());
    return std::move(*found);
}

std::string frames(Rows requests, Rows responses, int wall_size, bool common_wall, bool won,
                   std::optional<std::uint8_t> player) {
    return checked(mj::frames_of_game({.wall_size = wall_size,
                                       .common_wall = common_wall,
                                       .requests = std::move(requests),
                                       .responses = std::move(responses),
                                       .won = won,
                                       .player = player.value_or(mj::kNobody)},
                                      0));
}

std::string seat_frames(const std::vector<std::string_view>& requests,
                        const std::vector<std::string_view>& responses, int wall_size,
                        bool common_wall) {
    mj::SessionOnRecord record{
        .wall_size = wall_size, .common_wall = common_wall, .requests = {}, .responses = {}};
    for (const auto text : requests) record.requests.push_back({text});
    for (const auto text : responses) record.responses.push_back({text});
    return checked(mj::frames_of_seat(record, 0));
}

std::string frame(const mj::SeatTable& table, bool is_spectator) {
    mj::Json json;
    json.open('{');
    table.write(json, is_spectator);
    return json.close('}').take();
}

std::string choices(const mj::SeatTable& table) {
    mj::Json json;
    table.write_choices(json);
    return json.take();
}

std::string waits(const mj::SeatTable& table) {
    mj::Json json;
    table.write_waits(json);
    return json.take();
}

}  // namespace

void bind_session(nb::module_& module) {
    nb::class_<mj::SeatTable>(module, "SeatTable",
                              "The table as one seat sees it, request by request.")
        .def(nb::init<int, bool>(), "wall_size"_a, "common_wall"_a)
        .def(
            "take",
            [](mj::SeatTable& table, std::string_view request) {
                if (const auto wrong = table.take(request)) {
                    throw nb::value_error(wrong->text.c_str());
                }
            },
            "request"_a, "Raises ValueError if it cannot follow the requests before.")
        .def("answered", &mj::SeatTable::answered, "answer"_a,
             "Records this seat's own answer; an invalid one is ignored.")
        .def("frame", &frame, "is_spectator"_a,
             "The frame as JSON, as the seat or a spectator sees it.")
        .def("choices", &choices, "What the seat is asked now, as JSON.")
        .def("waits", &waits, "The seat's waits now, or after each answer, as JSON.");
    module.def("frames", &frames, "requests"_a, "responses"_a, "wall_size"_a, "common_wall"_a,
               "won"_a, "player"_a.none(),
               "The frames of a game of four seats and of its end, as JSON. requests, responses: "
               "rows of four by turn. Raises ValueError, naming the turn, if they are not a game.");
    module.def("seat_frames", &seat_frames, "requests"_a, "responses"_a, "wall_size"_a,
               "common_wall"_a, "The same for one seat's requests and answers, without the end.");
}

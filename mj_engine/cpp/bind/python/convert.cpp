#include "bind/python/convert.hpp"

#include <nanobind/stl/string.h>

#include "table/game.hpp"

namespace bind {

namespace {

Wall tiles_of(nb::handle tiles) {
    if (nb::isinstance<nb::bytes>(tiles)) {
        const auto bytes = nb::borrow<nb::bytes>(tiles);
        const auto* first = static_cast<const mj::Tile*>(bytes.data());
        return {first, first + bytes.size()};
    }
    Wall wall;
    for (const auto tile : tiles) {
        int kind = -1;
        const bool known = nb::try_cast(tile, kind) && kind >= 0 && kind < mj::kAllKinds;
        wall.push_back(known ? static_cast<mj::Tile>(kind) : mj::kNoTile);
    }
    return wall;
}

}  // namespace

Wall wall_of(nb::handle tiles, int prevalent_wind, const std::string& what, bool common_wall) {
    Wall wall = tiles_of(tiles);
    if (const char* fault = mj::fault_of_wall(wall, prevalent_wind, common_wall)) {
        throw nb::value_error((what + fault).c_str());
    }
    return wall;
}

mj::Action action_of(nb::handle given) {
    if (nb::isinstance<nb::int_>(given)) {
        int index = -1;
        if (!nb::try_cast(given, index) || index < 0 || index >= mj::kActions) {
            const auto text = nb::cast<std::string>(nb::str(given)).substr(0, 20);
            throw nb::value_error(("no action has the index " + text).c_str());
        }
        return mj::action_at(index);
    }
    const auto text = nb::cast<std::string>(nb::str(given));
    const auto action = mj::parse_action(text);
    if (!action) throw nb::value_error(("no such action: '" + text.substr(0, 80) + "'").c_str());
    return *action;
}

int checked_seat(int seat) {
    if (seat >= 0 && seat < mj::kSeats) return seat;
    throw nb::value_error(("a seat must be 0-3, not " + std::to_string(seat)).c_str());
}

std::optional<int> number_or_none(std::uint8_t number) {
    if (number == mj::kNoTile) return std::nullopt;
    return number;
}

}  // namespace bind

#include "bind/python/asked.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>

#include "bind/python/odds_data.hpp"
#include "tactics/successor.hpp"

namespace bind {

namespace nb = nanobind;

namespace {

// Whether the action is possible with this hand and these melds.
bool is_possible(const mj::GameState& state, const mj::Action& action) {
    using enum mj::ActionKind;
    if (action.kind == Pass || action.kind == Hu) return true;
    const bool own = action.kind == Play || action.kind == Bugang ||
                     (action.kind == Gang && action.tile != mj::kNoTile);
    const bool melds = action.kind != Play && action.kind != Bugang;
    if ((!own && state.offered == mj::kNoTile) || (melds && state.own_melds().size == 4))
        return false;
    const auto is_its_pung = [&](const mj::Meld& meld) {
        return meld.kind == mj::MeldKind::Pung && meld.tile == action.tile;
    };
    if (action.kind == Bugang && std::ranges::none_of(state.own_melds(), is_its_pung)) return false;
    const auto left = mj::hand_after(state, action).hand;
    return std::ranges::all_of(left, [](int count) { return count <= mj::kCopies; });
}

}  // namespace

Asked asked_of(const Observation& observation) {
    const auto legal = observation.legal.all();
    return {observation.state, {legal.begin(), legal.end()}};
}

mj::GameState state_seen(nb::handle seen) {
    if (nb::isinstance<Observation>(seen)) return nb::cast<const Observation&>(seen).state;
    return state_of(seen);
}

Asked asked_of(nb::handle state, nb::handle legal) {
    Asked asked{state_of(state), {}};
    for (const auto action : legal) {
        const auto text = nb::cast<std::string>(nb::str(action));
        auto found = mj::parse_action(text);
        if (!found || !is_possible(asked.state, *found)) {
            throw nb::value_error(("no action of this state: " + text.substr(0, 80)).c_str());
        }
        found->fan = static_cast<std::uint8_t>(std::min(nb::cast<int>(action.attr("fan")), 255));
        asked.legal.push_back(*found);
    }
    if (asked.legal.empty()) throw nb::value_error("no legal action");
    return asked;
}

}  // namespace bind

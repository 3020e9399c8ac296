#include "bind/python/odds_data.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

namespace nb = nanobind;

namespace {

mj::Tile tile_from(nb::handle tile) {
    return tile.is_none() ? mj::kNoTile : nb::cast<mj::Tile>(tile);
}

mj::Melds melds_from(nb::handle melds) {
    mj::Melds found;
    for (const auto meld : melds) {
        const auto kind = nb::cast<std::string>(meld.attr("kind"));
        auto its_kind = mj::MeldKind::Kong;
        if (kind == "CHI") its_kind = mj::MeldKind::Chow;
        if (kind == "PENG") its_kind = mj::MeldKind::Pung;
        if (found.size == found.of.size()) throw nb::value_error("more than four melds");
        found.push({its_kind, tile_from(meld.attr("tile")),
                    nb::cast<std::uint8_t>(meld.attr("offer")),
                    nb::cast<bool>(meld.attr("added"))});
    }
    return found;
}

mj::Discards discards_from(nb::handle discards) {
    mj::Discards found;
    for (const auto discard : discards) {
        if (found.size == found.of.size()) throw nb::value_error("more discards than any game has");
        const auto claimed_by = discard.attr("claimed_by");
        found.push(nb::cast<mj::Tile>(discard.attr("tile")));
        if (!claimed_by.is_none()) {
            found.of[found.size - 1].claimed_by = nb::cast<std::uint8_t>(claimed_by);
        }
    }
    return found;
}

bool is_tile(mj::Tile tile) { return tile < mj::kTileKinds; }

bool is_meld(const mj::Meld& meld) {
    return meld.kind == mj::MeldKind::Chow ? mj::is_chow_middle(meld.tile) : is_tile(meld.tile);
}

// Checks all bounds: why this is not a possible state, nullptr if it may be one.
const char* fault_of(const mj::GameState& state) {
    if (state.seat >= mj::kSeats || state.prevalent_wind >= mj::kSeats ||
        state.turn >= mj::kSeats) {
        return "no game has begun";
    }
    if (state.decision > mj::Decision::Rob) return "a decision that no game asks for";
    const auto within = [](const mj::Counts& counts) {
        return std::ranges::all_of(counts, [](int count) { return count <= mj::kCopies; });
    };
    if (!within(state.hand) || !within(state.unseen)) return "more than four copies of a tile";
    if (state.offered != mj::kNoTile && !is_tile(state.offered)) return "a flower on offer";
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        for (const auto& meld : state.melds[seat]) {
            const bool hidden = meld.tile == mj::kNoTile && seat != state.seat;
            if (!hidden && !is_meld(meld)) return "a meld of tiles that make none";
        }
        for (const auto& discard : state.discards[seat]) {
            if (!is_tile(discard.tile)) return "a discarded flower";
        }
    }
    if (mj::sum_of(state.hand) + 3 * state.own_melds().size > mj::kHandSize + 1) {
        return "more tiles than a hand has";
    }
    return nullptr;
}

}  // namespace

mj::OddsOptions options_of(const Names& named) {
    mj::OddsOptions options;
    for (const auto [key, value] : named) {
        const auto word = nb::cast<std::string>(key);
        bool known = false;
        bool fits = true;
#define MJ_LOAD(name)                                         \
    if (word == #name) {                                      \
        known = true;                                         \
        fits = nb::try_cast(nb::handle(value), options.name); \
    }
        MJ_ODDS_OPTIONS(MJ_LOAD)
#undef MJ_LOAD
        if (!known) throw nb::key_error(("the fast table has no option " + word).c_str());
        if (!fits) throw nb::type_error(("not the kind of number expected: " + word).c_str());
    }
    return options;
}

namespace {

mj::GameState unchecked_state_of(nb::handle seen) {
    mj::GameState state;
    state.hand = nb::cast<mj::Counts>(seen.attr("hand"));
    state.unseen = nb::cast<mj::Counts>(seen.attr("unseen"));
    state.shown = nb::cast<mj::Counts>(seen.attr("shown"));
    state.walls = nb::cast<std::array<std::uint8_t, mj::kSeats>>(seen.attr("walls"));
    state.flowers = nb::cast<std::array<std::uint8_t, mj::kSeats>>(seen.attr("flowers"));
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        state.melds[seat] = melds_from(seen.attr("melds")[nb::int_(seat)]);
        state.discards[seat] = discards_from(seen.attr("discards")[nb::int_(seat)]);
    }
    state.seat = nb::cast<std::uint8_t>(seen.attr("seat"));
    state.prevalent_wind = nb::cast<std::uint8_t>(seen.attr("prevalent_wind"));
    state.wall_size = nb::cast<std::uint8_t>(seen.attr("wall_size"));
    state.turn = nb::cast<std::uint8_t>(seen.attr("turn"));
    state.drawn = tile_from(seen.attr("drawn"));
    state.offered = tile_from(seen.attr("offered"));
    state.decision = static_cast<mj::Decision>(nb::cast<int>(seen.attr("decision")));
    state.replacing = nb::cast<bool>(seen.attr("replacing"));
    state.common_wall = nb::cast<bool>(seen.attr("common_wall"));
    return state;
}

}  // namespace

mj::GameState state_of(nb::handle seen) {
    mj::GameState state;
    try {
        state = unchecked_state_of(seen);
    } catch (const std::bad_cast&) {
        throw nb::value_error("not the state of a game that has begun");
    }
    if (const char* fault = fault_of(state)) throw nb::value_error(fault);
    return state;
}

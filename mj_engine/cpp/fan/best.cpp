#include "fan/best.hpp"

#include <algorithm>
#include <bit>

#include "fan/chow_fans.hpp"
#include "fan/exclusion.hpp"
#include "fan/luck_fans.hpp"
#include "fan/pung_fans.hpp"
#include "fan/set_fans.hpp"
#include "fan/tile_fans.hpp"
#include "fan/waits.hpp"
#include "fan/whole.hpp"

namespace mj::fan {

namespace {

// Decides which of two equally good readings MahjongGB lists, where the lists differ: first one
// with a Pure Triple Chow (of two such, the lower pair), then one with a Triple Pung, else the
// higher pair. Divisions with the same pair come with their chows before their pungs; those without
// either come last.
int preference(const Tally& tally, int pair) {
    if (tally.has(Fan::PureTripleChow)) return 3 * kTileKinds - pair;
    return tally.has(Fan::TriplePung) ? kTileKinds + pair : pair;
}

}  // namespace

Best::Best(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context)
    : hand_(hand), melds_(melds), tile_(tile), context_(context), whole_(hand) {
    ++whole_[tile];
    kinds_ = kinds_of(whole_);
}

bool Best::find() {
    read_divided();
    read_knitted();
    if (melds_.size == 0) {
        for (const SpecialForm& form : kSpecialForms) read_special(form);
    }
    return total_ >= 0;
}

void Best::read_divided() {
    Divisions divisions;
    divide(whole_, melds_, divisions);
    for (const Division& division : divisions) read(division);
}

void Best::read(Division division) {
    Tally tally = shared();
    read_sets(division, tally);
    add_set_fans(division, tally);
    if (has_nine_gates()) {
        tally.add(Fan::NineGates);
        tally.reduce(Fan::PungOfTerminalsOrHonors, 1);
    }
    if (const auto wait = wait_filled(division, tile_)) {
        if (!one_wait_) one_wait_ = waits_for_one_only();
        tally.add_if(*one_wait_, *wait);
    }
    take(tally, division.pair);
}

// Reads the set and the pair beside a Knitted Straight.
void Best::read_knitted() {
    Knitted knitted;
    if (!find_knitted(whole_, kinds_, knitted)) return;
    Divisions divisions;
    divide(knitted.left, melds_, divisions);
    if (divisions.size == 0) return;
    Division& division = divisions.of[0];
    Tally tally = shared();
    tally.add(Fan::KnittedStraight);
    read_sets(division, tally);
    tally.add_if(division.sets[0].is_chow() && is_suited(division.pair), Fan::AllChows);
    if (!knitted.has(tile_)) {
        --knitted.left[tile_];
        const auto wait = wait_filled(division, tile_);
        if (wait && waits_for_one(knitted.left)) tally.add(*wait);
    }
    take(tally);
}

void Best::read_special(const SpecialForm& form) {
    const auto own = form(whole_, kinds_);
    if (!own) return;
    Tally tally = shared();
    tally.add(own->fan);
    tally.add_if(own->knitted_straight, Fan::KnittedStraight);
    take(tally);
}

Win Best::win() const {
    Win win;
    win.total = total_;
    win.fan = total_ - context_.flowers;
    for (int place = 0; place < kFans; ++place) {
        const auto of = static_cast<Fan>(place);
        const int times = best_.times(of);
        if (times == 0) continue;
        win.items[win.count++] = {static_cast<std::uint8_t>(place),
                                  static_cast<std::uint8_t>(value_of(of)),
                                  static_cast<std::uint8_t>(times)};
    }
    return win;
}

// The fans that do not depend on how the tiles are divided.
const Tally& Best::shared() {
    if (!has_shared_) {
        add_tile_fans(whole_, melds_, shared_);
        add_luck_fans(hand_, melds_, tile_, context_, shared_);
        has_shared_ = true;
    }
    return shared_;
}

void Best::read_sets(Division& division, Tally& tally) const {
    settle_winning_pung(division);
    add_chow_fans(division, tally);
    add_pung_fans(division,
                  {static_cast<Tile>(kFirstHonour + context_.seat_wind),
                   static_cast<Tile>(kFirstHonour + context_.prevalent_wind)},
                  tally);
}

// A pung completed by a discard is not concealed, unless the tile fits elsewhere.
void Best::settle_winning_pung(Division& division) const {
    if (context_.self_drawn || division.pair == tile_) return;
    Set* pung = nullptr;
    for (Set& set : division) {
        if (!set.from_hand || !set.has(tile_)) continue;
        if (set.is_chow()) return;
        pung = &set;
    }
    if (pung != nullptr) pung->concealed = false;
}

void Best::take(Tally& tally, int pair) {
    drop_implied(tally);
    int total = tally.total();
    const int flowers = context_.flowers;
    if (total == flowers) {
        tally.add(Fan::ChickenHand);
        total += value_of(Fan::ChickenHand);
    }
    const int preferred = preference(tally, pair);
    if (total < total_ || (total == total_ && preferred <= preferred_)) return;
    total_ = total;
    preferred_ = preferred;
    best_ = tally;
}

// The hand was 1112345678999 of one suit before the winning tile came.
bool Best::has_nine_gates() const {
    if (melds_.size != 0 || !is_suited(tile_)) return false;
    const int lowest = suit_of(tile_) * kSuitSize;
    const auto* const first = &hand_[lowest];
    return first[0] == 3 && first[8] == 3 &&
           std::all_of(first + 1, first + 8, [](auto count) { return count == 1; });
}

// Whether no other tile wins, neither with sets and a pair nor with a seventh pair. Tiles without
// copies left count as winning tiles.
bool Best::waits_for_one_only() const {
    if (melds_.size == 0 && hand_[tile_] % 2 == 0 && std::has_single_bit(odds_of(hand_))) {
        return false;
    }
    return waits_for_one(hand_);
}

}  // namespace mj::fan

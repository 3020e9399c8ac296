#include "readings/reading_fans.hpp"

#include <algorithm>

#include "fan/best.hpp"
#include "fan/division.hpp"
#include "fan/special_forms.hpp"
#include "fan/waits.hpp"

namespace mj::readings {

namespace {

fan::Division division_of(const Reading& reading, const Melds& melds) {
    fan::Division division;
    for (const Part& part : reading.parts) {
        if (part.kind == PartKind::Pair) {
            division.pair = part.tiles.front();
        } else {
            const auto kind = part.kind == PartKind::Chow ? MeldKind::Chow : MeldKind::Pung;
            division.push({kind, part.tiles[1], true, true});
        }
    }
    for (const Meld& meld : melds) division.push({meld.kind, meld.tile, false, meld.concealed()});
    return division;
}

Win win_by(const Complete& hand, const Reading& reading) {
    fan::Best best(hand.hand, hand.melds, hand.tile, hand.context);
    switch (reading.form) {
        case WinForm::Regular: best.read(division_of(reading, hand.melds)); break;
        case WinForm::SevenPairs: best.read_special(fan::seven_pairs); break;
        case WinForm::ThirteenOrphans: best.read_special(fan::thirteen_orphans); break;
        case WinForm::HonorsAndKnitted: best.read_special(fan::honours_and_knitted); break;
        case WinForm::KnittedStraight: best.read_knitted(); break;
    }
    return best.win();
}

bool waits_for_one(const Complete& hand) {
    int waits = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) waits += winning_shape(hand.hand, tile) ? 1 : 0;
    return waits == 1;
}

// The wait inside a Knitted Straight, which the judge does not count.
std::optional<fan::Fan> wait_inside(const Complete& hand) {
    Counts whole = hand.hand;
    ++whole[hand.tile];
    fan::Knitted knitted;
    if (!fan::find_knitted(whole, fan::kinds_of(whole), knitted) || !knitted.has(hand.tile)) {
        return std::nullopt;
    }
    fan::Divisions divisions;
    fan::divide(knitted.left, hand.melds, divisions);
    if (divisions.size == 0 || !waits_for_one(hand)) return std::nullopt;
    return fan::wait_filled(divisions.of[0], hand.tile);
}

// The win with one fan added, in fan order.
Win with(Win win, fan::Fan fan) {
    const auto place = static_cast<std::uint8_t>(fan::index_of(fan));
    const auto value = static_cast<std::uint8_t>(fan::value_of(fan));
    win.items[win.count++] = {place, value, 1};
    std::ranges::sort(std::span(win.items).first(static_cast<std::size_t>(win.count)), {},
                      &FanItem::fan);
    win.total += value;
    win.fan += value;
    return win;
}

}  // namespace

std::optional<Win> counted(const Complete& hand, FanCount count) {
    Win found;
    if (!win(hand.hand, hand.melds, hand.tile, hand.context, found)) return std::nullopt;
    if (count == FanCount::Judge) return found;
    const auto wait = wait_inside(hand);
    return wait ? with(found, *wait) : found;
}

std::vector<ReadingFans> reading_fans(const Complete& hand, FanCount count) {
    const auto best = counted(hand, count);
    if (!best) return {};
    Counts whole = hand.hand;
    ++whole[hand.tile];
    std::vector<ReadingFans> found;
    for (Reading& one : readings_of(whole, hand.melds.size)) {
        // This form has only one reading.
        const bool is_knitted = one.form == WinForm::KnittedStraight;
        const Win win = is_knitted ? *best : win_by(hand, one);
        found.push_back({std::move(one), win});
    }
    std::ranges::stable_sort(found, std::ranges::greater{},
                             [](const ReadingFans& one) { return one.win.fan; });
    return found;
}

}  // namespace mj::readings

#include "readings/reading_fans.hpp"

#include <algorithm>
#include <numeric>

#include "fan/division.hpp"
#include "fan/special_forms.hpp"
#include "fan/waits.hpp"

namespace mj::readings {

namespace {

using fan::Fan;

// Of these a hand's whole is asked, not its sets; a hand with one has no second opinion.
std::optional<WinForm> form_of_whole(const FanItem& item) {
    switch (static_cast<Fan>(item.fan)) {
        case Fan::SevenPairs:
        case Fan::SevenShiftedPairs: return WinForm::SevenPairs;
        case Fan::ThirteenOrphans: return WinForm::ThirteenOrphans;
        case Fan::LesserHonorsAndKnitted:
        case Fan::GreaterHonorsAndKnitted: return WinForm::HonorsAndKnitted;
        case Fan::KnittedStraight: return WinForm::KnittedStraight;
        case Fan::NineGates: return WinForm::Regular;
        default: return std::nullopt;
    }
}

bool has(const Win& win, Fan fan) {
    return std::ranges::any_of(win.fans(),
                               [&](const FanItem& one) { return one.fan == fan::index_of(fan); });
}

bool is_wait(Fan fan) {
    return fan == Fan::EdgeWait || fan == Fan::ClosedWait || fan == Fan::SingleWait;
}

std::optional<Win> win_in(const Complete& hand) {
    Win found;
    if (!win(hand.hand, hand.melds, hand.tile, hand.context, found)) return std::nullopt;
    return found;
}

bool waits_for_one(const Complete& hand) {
    int waits = 0;
    for (Tile tile = 0; tile < kTileKinds; ++tile) waits += winning_shape(hand.hand, tile) ? 1 : 0;
    return waits == 1;
}

// Asks the judge about one reading after the other of the same hand.
class Asked {
  public:
    Asked(const Complete& hand, const Win& best, const std::vector<Reading>& all)
        : hand_(hand),
          all_(all),
          concealed_(
              std::ranges::all_of(hand.melds, [](const Meld& meld) { return meld.concealed(); })),
          single_(waits_for_one(hand)),
          last_copy_(has(best, Fan::LastTile)) {}

    // The win by this reading; nothing if the judge cannot be held to it.
    std::optional<Win> win_of(const Reading& reading) {
        if (reading.form != WinForm::Regular) return std::nullopt;
        return greatest(reading, [&](const Part& last) { return with(reading, last); });
    }

  private:
    struct Answer {
        std::optional<Win> win;
        bool is_only;  // no choice is left
    };

    // The greatest win where the tile may complete one part or another; nothing if one is unknown.
    template <typename Find>
    std::optional<Win> greatest(const Reading& reading, const Find& find) {
        std::optional<Win> most;
        std::vector<Part> seen;
        for (const Part& part : reading.parts) {
            const bool is_new = std::ranges::find(seen, part) == seen.end();
            if (!is_new || std::ranges::find(part.tiles, hand_.tile) == part.tiles.end()) continue;
            seen.push_back(part);
            const std::optional<Win> found = find(part);
            if (!found) return std::nullopt;
            if (!most || found->fan > most->fan) most = found;
        }
        return most;
    }

    // The win by this reading if the winning tile completes that part of it.
    std::optional<Win> with(const Reading& reading, const Part& last) {
        const Answer found = ask(reading, last);
        if (!found.win) return std::nullopt;
        const auto is_whole = [](const FanItem& one) { return form_of_whole(one).has_value(); };
        if (std::ranges::any_of(found.win->fans(), is_whole)) return std::nullopt;
        if (found.is_only) return found.win;
        // The judge chose. It chose this reading if it found more than any other one has.
        for (const Reading& other : all_) {
            if (other == reading || other.form != WinForm::Regular) continue;
            const auto pinned = greatest(other, [&](const Part& part) -> std::optional<Win> {
                const Answer answer = ask(other, part);
                return answer.is_only ? answer.win : std::nullopt;
            });
            if (!pinned || pinned->fan >= found.win->fan) return std::nullopt;
        }
        return found.win;
    }

    // The win with the chows of a reading laid open but for this part, put right.
    Answer ask(const Reading& reading, const Part& last) {
        Complete asked{{}, hand_.melds, hand_.tile, hand_.context};
        bool left_last = false;
        for (const Part& part : reading.parts) {
            const bool is_last = !left_last && part == last;
            left_last = left_last || is_last;
            if (part.kind == PartKind::Chow && !is_last) {
                asked.melds.push({MeldKind::Chow, part.tiles[1], 1, false});
            } else {
                for (const Tile tile : part.tiles) ++asked.hand[tile];
            }
        }
        const bool is_only = readings_of(asked.hand, asked.melds.size).size() == 1;
        --asked.hand[hand_.tile];
        auto found = win_in(asked);
        if (found && asked.melds.size > hand_.melds.size) put_right(*found);
        return {found, is_only};
    }

    // A win with chows laid open as it is with them in the hand.
    void put_right(Win& win) const {
        std::vector<FanItem> fans;
        const auto add = [&](Fan fan) {
            const auto place = static_cast<std::uint8_t>(fan::index_of(fan));
            fans.push_back({place, static_cast<std::uint8_t>(fan::value_of(fan)), 1});
        };
        bool melded = false;
        for (const FanItem& item : win.fans()) {
            const auto fan = static_cast<Fan>(item.fan);
            const bool goes = fan == Fan::ChickenHand || fan == Fan::LastTile ||
                              (!single_ && is_wait(fan)) || (concealed_ && fan == Fan::SelfDrawn);
            const bool is_melded = fan == Fan::MeldedHand && hand_.melds.size < 4;
            melded = melded || is_melded;
            if (!goes && !is_melded) fans.push_back(item);
        }
        if (last_copy_) add(Fan::LastTile);
        if (melded && single_) add(Fan::SingleWait);
        if (concealed_) {
            add(hand_.context.self_drawn ? Fan::FullyConcealedHand : Fan::ConcealedHand);
        }
        const auto is_flower = [](const FanItem& one) {
            return one.fan == fan::index_of(Fan::FlowerTiles);
        };
        if (std::ranges::all_of(fans, is_flower)) add(Fan::ChickenHand);
        std::ranges::sort(fans, {},
                          [](const FanItem& one) { return std::pair(-one.value, one.fan); });
        win = {};
        for (const FanItem& item : fans) {
            win.items[win.count++] = item;
            win.total += item.value * item.times;
            if (!is_flower(item)) win.fan += item.value * item.times;
        }
    }

    const Complete& hand_;
    const std::vector<Reading>& all_;
    bool concealed_, single_, last_copy_;
};

// The reading that is surely the best one has the judge's own list, even if it was unknown.
void give_the_best(std::vector<ReadingFans>& all, const Win& best) {
    ReadingFans* surely = nullptr;
    int count = 0;
    for (ReadingFans& one : all) {
        const bool unknown = !one.win && one.reading.form == WinForm::Regular;
        const bool level = one.win && one.win->fan == best.fan;
        if (!unknown && !level) continue;
        ++count;
        surely = &one;
    }
    if (count == 1) surely->win = best;
}

// Those of most fan first, of equals the first.
std::vector<ReadingFans> best_first(const std::vector<ReadingFans>& all) {
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t place) {
        return std::pair(all[place].win ? -all[place].win->fan : 1, place);
    });
    std::vector<ReadingFans> sorted;
    sorted.reserve(order.size());
    for (const std::size_t place : order) sorted.push_back(all[place]);
    return sorted;
}

}  // namespace

std::vector<ReadingFans> reading_fans(const Complete& hand) {
    const auto best = win_in(hand);
    Counts whole = hand.hand;
    ++whole[hand.tile];
    const auto readings = readings_of(whole, hand.melds.size);
    if (!best || readings.empty()) return {};
    if (readings.size() == 1) return {{readings.front(), best}};
    std::optional<WinForm> form;
    for (const FanItem& item : best->fans()) {
        if (!form) form = form_of_whole(item);
    }
    std::vector<ReadingFans> found;
    Asked asked(hand, *best, readings);
    for (const Reading& one : readings) {
        if (!form) {
            found.push_back({one, asked.win_of(one)});
        } else {
            found.push_back({one, one.form == *form ? best : std::nullopt});
        }
    }
    if (!form) give_the_best(found, *best);
    return best_first(found);
}

std::optional<fan::Fan> wait_left_out(const Complete& hand) {
    Counts whole = hand.hand;
    ++whole[hand.tile];
    fan::Knitted knitted;
    const auto best = win_in(hand);
    if (!best || !has(*best, Fan::KnittedStraight)) return std::nullopt;
    if (!fan::find_knitted(whole, fan::kinds_of(whole), knitted) || !knitted.has(hand.tile))
        return {};
    fan::Divisions divisions;
    fan::divide(knitted.left, hand.melds, divisions);
    if (divisions.size == 0 || !waits_for_one(hand)) return std::nullopt;
    return fan::wait_filled(divisions.of[0], hand.tile);
}

}  // namespace mj::readings

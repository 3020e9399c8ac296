// The win: every reading of a hand is tallied, the dearest counts.
#include <algorithm>

#include "fan/chow_fans.hpp"
#include "fan/exclusion.hpp"
#include "fan/fan.hpp"
#include "fan/luck_fans.hpp"
#include "fan/pung_fans.hpp"
#include "fan/set_fans.hpp"
#include "fan/special_forms.hpp"
#include "fan/tile_fans.hpp"
#include "fan/waits.hpp"
#include "fan/whole.hpp"

namespace mj {

namespace fan {

namespace {

class Best {
  public:
    Best(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context)
        : hand_(hand), melds_(melds), tile_(tile), context_(context), whole_(hand) {
        ++whole_[tile];
    }

    // Whether there is any reading.
    bool find() {
        add_tile_fans(tiles_of(whole_, melds_), base_);
        add_luck_fans(hand_, melds_, tile_, context_, base_);
        read_divided();
        read_knitted();
        if (melds_.size == 0) {
            read_special(add_seven_pairs);
            read_special(add_thirteen_orphans);
            read_special(add_honours_and_knitted);
        }
        return total_ >= 0;
    }

    [[nodiscard]] const Tally& tally() const { return best_; }
    [[nodiscard]] int total() const { return total_; }

  private:
    // 1112345678999 of one suit before the winning tile came.
    [[nodiscard]] bool has_nine_gates() const {
        if (melds_.size != 0 || !is_suited(tile_)) return false;
        const auto* const first = hand_.data() + suit_of(tile_) * kSuitSize;
        return first[0] == 3 && first[8] == 3 &&
               std::all_of(first + 1, first + 8, [](auto count) { return count == 1; });
    }

    // Whether the hand waits for a seventh pair with another tile than the winning one.
    [[nodiscard]] bool waits_for_pairs() const {
        if (melds_.size != 0 || hand_[tile_] % 2 == 1) return false;
        return std::count_if(hand_.begin(), hand_.end(),
                             [](auto count) { return count % 2 == 1; }) == 1;
    }

    void read_divided() {
        Divisions divisions;
        divide(whole_, melds_, divisions);
        if (divisions.size == 0) return;
        const bool gates = has_nine_gates();
        const bool wait = !waits_for_pairs() && waits_for_one(hand_);
        for (Division& division : divisions.of) {
            if (&division == divisions.end()) break;
            Tally tally = base_;
            read_sets(division, wait, tally);
            tally.add_if(gates, Fan::NineGates);
            if (gates) tally.reduce(Fan::PungOfTerminalsOrHonors, 1);
            take(tally, division.pair);
        }
    }

    // The set and the pair beside a Knitted Straight.
    void read_knitted() {
        Knitted knitted{};
        if (!find_knitted(whole_, knitted)) return;
        Divisions divisions;
        divide(knitted.left, melds_, divisions);
        if (divisions.size == 0) return;
        Tally tally = base_;
        tally.add(Fan::KnittedStraight);
        const bool in_nine = (knitted.nine >> tile_ & 1) != 0;
        bool wait = false;
        if (!in_nine) {
            Counts before = knitted.left;
            --before[tile_];
            wait = waits_for_one(before);
        }
        read_sets(divisions.of[0], wait, tally);
        take(tally);
    }

    void read_sets(Division& division, bool wait, Tally& tally) {
        settle_winning_pung(division);
        add_chow_fans(division, tally);
        add_pung_fans(division,
                      {static_cast<Tile>(kFirstHonour + context_.seat_wind),
                       static_cast<Tile>(kFirstHonour + context_.prevalent_wind)},
                      tally);
        if (division.size == kSets) {
            add_set_fans(division, tally);
        } else {
            tally.add_if(division.sets[0].is_chow() && is_suited(division.pair), Fan::AllChows);
        }
        if (wait) add_wait(division, tile_, tally);
    }

    // A pung that a discard completed is not concealed, unless the tile has another place.
    void settle_winning_pung(Division& division) {
        if (context_.self_drawn || division.pair == tile_) return;
        Set* pung = nullptr;
        for (Set& set : division) {
            if (!set.from_hand || !set.has(tile_)) continue;
            if (set.is_chow()) return;
            pung = &set;
        }
        if (pung != nullptr) pung->concealed = false;
    }

    template <typename AddForm>
    void read_special(AddForm add_form) {
        Tally tally = base_;
        if (add_form(whole_, tally)) take(tally);
    }

    // Which of two readings worth the same MahjongGB lists, as far as the lists differ: one with a
    // Pure Triple Chow, of several such the one with the lowest pair; else that with the highest
    // pair. Divisions with the same pair come with their chows before their pungs.
    [[nodiscard]] static int preference(const Tally& tally, int pair) {
        return tally.has(Fan::PureTripleChow) ? 2 * kTileKinds - pair : pair;
    }

    void take(Tally& tally, int pair = -1) {
        drop_implied(tally);
        int total = tally.total();
        if (total == context_.flowers) {
            tally.add(Fan::ChickenHand);
            total += value_of(Fan::ChickenHand);
        }
        const int preferred = preference(tally, pair);
        if (total < total_ || (total == total_ && preferred <= preferred_)) return;
        total_ = total;
        preferred_ = preferred;
        best_ = tally;
    }

    const Counts& hand_;
    const Melds& melds_;
    Tile tile_;
    const WinContext& context_;
    Counts whole_;
    Tally base_;
    Tally best_;
    int total_ = -1;
    int preferred_ = -1;
};

bool is_sound(const Counts& hand, const Melds& melds, Tile tile) {
    if (tile >= kTileKinds || melds.size > kSets) return false;
    if (hand[tile] >= kCopies || sum_of(hand) + 3 * melds.size != kHandSize) return false;
    return std::all_of(melds.begin(), melds.end(), [](const Meld& meld) {
        return meld.kind == MeldKind::Chow ? is_chow_middle(meld.tile) : meld.tile < kTileKinds;
    });
}

}  // namespace

}  // namespace fan

bool win(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context, Win& out) {
    if (!fan::is_sound(hand, melds, tile)) return false;
    fan::Best best(hand, melds, tile, context);
    if (!best.find()) return false;
    out.total = best.total();
    out.fan = out.total - context.flowers;
    out.count = 0;
    for (int place = 0; place < fan::kFans; ++place) {
        const int times = best.tally().times(static_cast<fan::Fan>(place));
        if (times == 0) continue;
        out.items[out.count++] = {static_cast<std::uint8_t>(place), fan::kFanNames[place].value,
                                  static_cast<std::uint8_t>(times)};
    }
    return true;
}

int fan_of(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context) {
    if (!fan::is_sound(hand, melds, tile)) return -1;
    fan::Best best(hand, melds, tile, context);
    return best.find() ? best.total() - context.flowers : -1;
}

bool winning_shape(const Counts& hand, Tile tile) {
    Counts whole = hand;
    ++whole[tile];
    if (fan::is_divided(whole)) return true;
    fan::Knitted knitted{};
    if (fan::find_knitted(whole, knitted) && fan::is_divided(knitted.left)) return true;
    if (sum_of(whole) != kHandSize + 1) return false;
    fan::Tally tally;
    return fan::add_seven_pairs(whole, tally) || fan::add_thirteen_orphans(whole, tally) ||
           fan::add_honours_and_knitted(whole, tally);
}

}  // namespace mj

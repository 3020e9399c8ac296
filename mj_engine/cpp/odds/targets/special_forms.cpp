#include "odds/targets/special_forms.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "numbers/special_forms.hpp"
#include "numbers/target_table.hpp"

namespace mj {

namespace {

// More than any hand lacks.
constexpr int kNever = 2 * kTileKinds;
constexpr int kPairs = 7;
constexpr int kSets = 4;

// The tiles of the six knitted arrangements: 147, 258 and 369 in some order of suits.
using Knitted = std::array<Tile, 9>;
constexpr std::array<std::array<int, 3>, 6> kStarts{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

constexpr auto knitted_arrangements() {
    std::array<Knitted, 6> all{};
    for (std::size_t order = 0; order < all.size(); ++order) {
        for (int place = 0; place < kSuitSize; ++place) {
            const int suit = place / 3;
            all[order][place] =
                static_cast<Tile>(kSuitSize * suit + kStarts[order][suit] + 3 * (place % 3));
        }
    }
    return all;
}

constexpr auto kKnitted = knitted_arrangements();
constexpr std::array<Tile, 13> kOrphans{0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33};

// Calls `visit` with every choice of `size` numbers from 0 to count - 1, in the order of Python's
// itertools.combinations.
template <typename Visit>
void each_choice(int count, int size, Visit visit) {
    std::array<int, 16> places{};
    for (int place = 0; place < size; ++place) places[place] = place;
    while (true) {
        visit(std::span<const int>(places.data(), size));
        int last = size - 1;
        while (last >= 0 && places[last] == count - size + last) --last;
        if (last < 0) return;
        ++places[last];
        for (int next = last + 1; next < size; ++next) places[next] = places[next - 1] + 1;
    }
}

}  // namespace

int SpecialForms::lack(int tile, int count) const {
    const int lacks = std::max(count - context_->have[tile], 0);
    return lacks <= context_->unseen[tile] ? lacks : kNever;
}

void SpecialForms::add(const Counts& counts, int fan, bool claimable) {
    const Multiset tiles(counts);
    const int lacks = tiles.without(have_).size();
    found_->push_back({counts, static_cast<std::int16_t>(fan), claimable,
                       static_cast<std::uint8_t>(lacks), tiles});
}

void SpecialForms::make(const HandContext& context, int most, std::vector<TargetHand>& found) {
    context_ = &context;
    have_ = Multiset(context.have);
    found_ = &found;
    most_ = most;
    all_pungs();
    if (context.melds.size == 0) {
        seven_pairs();
        thirteen_orphans();
        honors_and_knitted();
    }
    if (context.melds.size <= 1) knitted_straight();
}

void SpecialForms::all_pungs() {
    chosen_.clear();
    for (const auto& meld : context_->melds) {
        if (meld.kind == MeldKind::Chow) return;
        chosen_.push_back(meld.tile);
    }
    pungs_.clear();
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (std::ranges::find(chosen_, tile) != chosen_.end()) continue;
        const int lacks = lack(tile, 3);
        if (lacks <= most_) pungs_.push_back({lacks, static_cast<Tile>(tile)});
    }
    std::ranges::sort(pungs_);
    choose_pungs(0, kSets - context_->melds.size, most_);
}

void SpecialForms::choose_pungs(std::size_t from, int size, int left) {
    if (size == 0) {
        pairs_beside(left);
        return;
    }
    for (std::size_t place = from; place < pungs_.size(); ++place) {
        if (pungs_[place].lacks * size > left) return;
        chosen_.push_back(pungs_[place].tile);
        choose_pungs(place + 1, size - 1, left - pungs_[place].lacks);
        chosen_.pop_back();
    }
}

void SpecialForms::pairs_beside(int left) {
    std::array<Tile, kSets> sets{};
    std::ranges::copy(chosen_, sets.begin());
    std::ranges::sort(sets);
    Counts counts{};
    for (const auto tile : sets) counts[tile] = 3;
    for (int pair = 0; pair < kTileKinds; ++pair) {
        if (counts[pair] != 0 || lack(pair, 2) > left) continue;
        const int fan = fans_.four_pungs(sets, static_cast<Tile>(pair), context_->seat_wind,
                                         context_->prevalent_wind) -
                        numbers::special_forms::kMeldedHandFan;
        if (fan < numbers::target_table::kMinTargetFan) continue;
        counts[pair] = 2;
        add(counts, fan, true);
        counts[pair] = 0;
    }
}

void SpecialForms::seven_pairs() {
    Counts base = context_->have;
    std::array<Tile, 2 * kPairs> odd{};
    int odds = 0;
    int pairs = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (base[tile] % 2 != 0) {
            --base[tile];
            if (context_->unseen[tile] != 0) odd[odds++] = static_cast<Tile>(tile);
        }
        pairs += base[tile] / 2;
    }
    const int lacks = kPairs - pairs;
    if (lacks < 0 || lacks > std::min(most_, odds)) return;
    each_choice(odds, lacks, [&](std::span<const int> places) {
        Counts counts = base;
        for (const int place : places) counts[odd[place]] += 2;
        add(counts, numbers::special_forms::kSevenPairsFan, false);
    });
}

void SpecialForms::thirteen_orphans() {
    int lacks = 0;
    for (const auto tile : kOrphans) lacks += lack(tile, 1);
    for (const auto pair : kOrphans) {
        if (lacks - lack(pair, 1) + lack(pair, 2) > most_) continue;
        Counts counts{};
        for (const auto tile : kOrphans) counts[tile] = 1;
        counts[pair] = 2;
        add(counts, numbers::special_forms::kThirteenOrphansFan, false);
    }
}

void SpecialForms::honors_and_knitted() {
    for (const auto& knitted : kKnitted) {
        Counts held{};
        std::array<Tile, 16> missing{};
        int missed = 0;
        const auto look = [&](Tile tile) {
            if (context_->have[tile] != 0) {
                held[tile] = 1;
            } else {
                missing[missed++] = tile;
            }
        };
        for (const auto tile : knitted) look(tile);
        for (Tile tile = kFirstHonour; tile < kTileKinds; ++tile) look(tile);
        if (missed < 2 || missed > most_ + 2) continue;
        each_choice(missed, 2, [&](std::span<const int> left_out) {
            Counts counts = held;
            for (int place = 0; place < missed; ++place) {
                if (place == left_out[0] || place == left_out[1]) continue;
                if (context_->unseen[missing[place]] == 0) return;
                counts[missing[place]] = 1;
            }
            add(counts, numbers::special_forms::kHonorsAndKnittedFan, false);
        });
    }
}

void SpecialForms::knitted_straight() {
    for (const auto& knitted : kKnitted) {
        int left = most_;
        Counts base{};
        for (const auto tile : knitted) {
            left -= lack(tile, 1);
            base[tile] = 1;
        }
        if (left >= 0) with_a_set(base, left);
    }
}

void SpecialForms::with_a_set(const Counts& base, int left) {
    const auto with = [&](const Meld& set) {
        Counts counts = base;
        each_tile(set, [&](int tile) { ++counts[tile]; });
        int lacks = 0;
        const int first = set.kind == MeldKind::Chow ? set.tile - 1 : set.tile;
        const int last = set.kind == MeldKind::Chow ? set.tile + 1 : set.tile;
        for (int tile = first; tile <= last; ++tile) {
            lacks += lack(tile, counts[tile]) - lack(tile, base[tile]);
        }
        if (lacks <= left) with_a_pair(counts, left - lacks);
    };
    if (context_->melds.size != 0) {
        with(context_->melds[0]);
        return;
    }
    for (Tile tile = 0; tile < kFirstHonour; ++tile) {
        if (is_chow_middle(tile)) with({MeldKind::Chow, tile, 1, false});
    }
    for (Tile tile = 0; tile < kTileKinds; ++tile) with({MeldKind::Pung, tile, 1, false});
}

void SpecialForms::with_a_pair(const Counts& counts, int left) {
    for (int pair = 0; pair < kTileKinds; ++pair) {
        const int held = counts[pair];
        if (held > 2 || lack(pair, held + 2) - lack(pair, held) > left) continue;
        Counts whole = counts;
        whole[pair] = static_cast<std::uint8_t>(held + 2);
        add(whole, numbers::special_forms::kKnittedStraightFan, true);
    }
}

}  // namespace mj

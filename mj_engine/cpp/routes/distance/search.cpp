#include "routes/distance/search.hpp"

#include <algorithm>

#include "numbers/basic_shanten.hpp"

namespace mj {

namespace {

constexpr int kPung = 3;

constexpr BySets all_dead() {
    BySets values{};
    values.fill(kDead);
    return values;
}

std::uint64_t key_of(int suit, SuitTiles tiles) {
    return std::uint64_t{tiles.bits()} << 2U | static_cast<unsigned>(suit);
}

bool always(std::uint32_t /*id*/) { return true; }

void lower(double& value, double to) { value = std::min(value, to); }

// The cheapest split over two suits, by number of sets.
BySets sum_of(const BySets& one, const BySets& other) {
    BySets total = all_dead();
    for (int sets = 0; sets <= kMostSets; ++sets) {
        if (one[sets] == kDead) continue;
        for (int more = 0; more + sets <= kMostSets; ++more) {
            lower(total[sets + more], one[sets] + other[more]);
        }
    }
    return total;
}

// Lowers the costs by those of the remaining tiles, which give one set less.
void lower_by_one_more(BySets& costs, const BySets& below) {
    for (int sets = 0; sets < kMostSets; ++sets) lower(costs[sets + 1], below[sets]);
}

}  // namespace

void Search::begin(const Difficulty& difficulty) {
    const int first = low_ - 1;
    const int last = high_ - 1;
    for (int suit = 0; suit < kSuitsAndHonours; ++suit) {
        Waits& waits = waits_[suit];
        waits.single.fill(kDead);
        waits.next_to.fill(kDead);
        waits.around.fill(kDead);
        const int start = suit * kSuitSize;
        for (int tile = start; tile < std::min(start + kSuitSize, kTileKinds); ++tile) {
            waits.single[tile - start] = difficulty[tile];
        }
        if (suit == kHonourSuit) continue;
        for (int place = first; place < last; ++place) {
            const double below = place > first ? waits.single[place - 1] : kDead;
            const double above = place + 2 <= last ? waits.single[place + 2] : kDead;
            waits.next_to[place] = std::min(below, above);
            if (std::max(below, above) < kDead)
                waits.next_to[place] -= numbers::basic_shanten::kBothSides;
            if (place + 2 <= last) waits.around[place] = waits.single[place + 1];
        }
    }
    reach_numbers_.clear();
    partial_numbers_.clear();
    one_set_numbers_.clear();
    reaches_.clear();
    partials_.clear();
    one_sets_.clear();
}

template <typename Visit>
void Search::each_complete(int suit, SuitTiles tiles, const Visit& visit) {
    for (int place = 0; place < kSuitSize; ++place) {
        if (tiles.count(place) == kPung) visit(tiles.less(place, kPung));
    }
    if (suit == kHonourSuit) return;
    for (int place = 0; place < kSuitSize - 2; ++place) {
        if (tiles.count(place) > 0 && tiles.count(place + 1) > 0 && tiles.count(place + 2) > 0) {
            visit(tiles.less_chow(place));
        }
    }
}

template <typename Visit>
void Search::each_partial(int suit, SuitTiles tiles, const Visit& visit) const {
    const Waits& waits = waits_[suit];
    for (int place = 0; place < kSuitSize; ++place) {
        const int count = tiles.count(place);
        if (count == 0) continue;
        if (count > 1 && waits.single[place] < kDead) {
            visit(waits.single[place], tiles.less(place, 2));
        }
        if (suit == kHonourSuit || place == kSuitSize - 1) continue;
        if (tiles.count(place + 1) > 0 && waits.next_to[place] < kDead) {
            visit(waits.next_to[place], tiles.less_two(place, place + 1));
        }
        if (place < kSuitSize - 2 && tiles.count(place + 2) > 0 && waits.around[place] < kDead) {
            visit(waits.around[place], tiles.less_two(place, place + 2));
        }
    }
}

// -- whole hands ----------------------------------------------------------------------------------

double Search::distance(const Suits& suits, int sets) {
    if (sets == 0) return pair(suits);
    if (sets == 1) return one_set(suits);
    std::array<std::size_t, kSuitsAndHonours> of{};
    int most = 0;
    for (int suit = 0; suit < kSuitsAndHonours; ++suit) {
        of[suit] = reach(suit, suits[suit]);
        most += reaches_[of[suit]].most;
    }
    const double found = most >= sets ? complete(of, sets) : kDead;
    std::array<Least, 2> halves{};
    for (int half = 0; half < 2; ++half) {
        const Least& one = reaches_[of[2 * half]].by_sets;
        const Least& other = reaches_[of[2 * half + 1]].by_sets;
        halves[half] = {sum_of(one.least, other.least), sum_of(one.paired, other.least),
                        sum_of(one.stuck, other.stuck)};
        const BySets behind = sum_of(one.least, other.paired);
        for (int taken = 0; taken <= kMostSets; ++taken) {
            lower(halves[half].paired[taken], behind[taken]);
        }
    }
    return std::min(found, join(halves[0], halves[1], sets));
}

double Search::pair(const Suits& suits) const {
    double found = numbers::basic_shanten::kWorstPair;
    for (int suit = 0; suit < kSuitsAndHonours; ++suit) lower(found, pair_of(suit, suits[suit]));
    return found;
}

double Search::one_set(const Suits& suits) {
    std::array<OneSet, kSuitsAndHonours> parts{};
    for (int suit = 0; suit < kSuitsAndHonours; ++suit) parts[suit] = one(suit, suits[suit]);
    return one_set({&parts[0], &parts[1], &parts[2], &parts[3]});
}

double Search::one_set(const std::array<const OneSet*, kSuitsAndHonours>& parts) const {
    double first = numbers::basic_shanten::kWorstPair;
    double second = numbers::basic_shanten::kWorstPair;
    for (const OneSet* part : parts) {
        second = std::min(second, std::max(first, part->pair));
        first = std::min(first, part->pair);
    }
    double done = kDead;
    double partial = kDead;
    for (const OneSet* part : parts) {
        const double other = part->pair == first ? second : first;
        if (part->complete) {
            lower(done, std::min(part->done, other));
        } else {
            lower(partial, std::min(part->least + other, part->paired));
        }
    }
    if (done < kDead) return done;
    return partial < kDead ? partial
                           : numbers::basic_shanten::kNoSet + numbers::basic_shanten::kNoPair;
}

// The cost of the pair if all sets are complete; one suit gives the pair, all give sets.
double Search::complete(const std::array<std::size_t, kSuitsAndHonours>& of, int sets) const {
    int total = 0;
    for (const auto place : of) total += reaches_[place].most;
    double found = numbers::basic_shanten::kWorstPair;
    for (const auto place : of) {
        const Reach& reach = reaches_[place];
        const int others = total - reach.most;
        for (int taken = std::max(0, sets - others); taken <= std::min(reach.most, sets); ++taken) {
            lower(found, reach.done[taken]);
        }
    }
    return found;
}

double Search::join(const Least& front, const Least& back, int sets) const {
    double found = kDead;
    for (int taken = 0; taken <= sets; ++taken) {
        const double least = front.least[taken];
        const double rest = back.least[sets - taken];
        if (least == kDead || rest == kDead) continue;
        lower(found, least + rest + numbers::basic_shanten::kWorstPair);
        lower(found, front.paired[taken] + rest);
        lower(found, least + back.paired[sets - taken]);
    }
    const BySets stuck = sum_of(front.stuck, back.stuck);
    for (int taken = 0; taken < sets; ++taken) {
        lower(found, stuck[taken] + numbers::basic_shanten::kNoSet * (sets - taken) +
                         numbers::basic_shanten::kNoPair);
    }
    return found;
}

// -- one suit -------------------------------------------------------------------------------------

double Search::pair_of(int suit, SuitTiles tiles) const {
    if (tiles.has_pair()) return 0;
    double found = kDead;
    for (int place = 0; place < kSuitSize; ++place) {
        if (tiles.count(place) > 0) lower(found, waits_[suit].single[place]);
    }
    return found;
}

OneSet Search::one(int suit, SuitTiles tiles) {
    const auto [id, is_new] = one_set_numbers_.find(key_of(suit, tiles), always);
    if (is_new) one_sets_.push_back(one_set_of(suit, tiles));
    return one_sets_[id];
}

OneSet Search::one_set_of(int suit, SuitTiles tiles) const {
    OneSet found{pair_of(suit, tiles), false, kDead, kDead, kDead};
    each_complete(suit, tiles, [&](SuitTiles rest) {
        found.complete = true;
        lower(found.done, pair_of(suit, rest));
    });
    if (found.complete) return found;
    each_partial(suit, tiles, [&](double cost, SuitTiles rest) {
        lower(found.least, cost);
        lower(found.paired, cost + pair_of(suit, rest));
    });
    return found;
}

std::size_t Search::reach(int suit, SuitTiles tiles) {
    const auto [id, is_new] = reach_numbers_.find(key_of(suit, tiles), always);
    if (!is_new) return id;
    // Reserve its index before the recursion reserves others.
    reaches_.emplace_back();
    Reach found{{all_dead(), all_dead(), all_dead()}, all_dead(), 0};
    each_complete(suit, tiles, [&](SuitTiles rest) {
        const Reach& below = reaches_[reach(suit, rest)];
        found.most = std::max(found.most, below.most + 1);
        lower_by_one_more(found.done, below.done);
        lower_by_one_more(found.by_sets.least, below.by_sets.least);
        lower_by_one_more(found.by_sets.paired, below.by_sets.paired);
        lower_by_one_more(found.by_sets.stuck, below.by_sets.stuck);
    });
    if (found.most == 0) found.by_sets = partials_[partials(suit, tiles)];
    found.done[0] = pair_of(suit, tiles);
    reaches_[id] = found;
    return id;
}

std::size_t Search::partials(int suit, SuitTiles tiles) {
    const auto [id, is_new] = partial_numbers_.find(key_of(suit, tiles), always);
    if (!is_new) return id;
    partials_.emplace_back();
    Least found{all_dead(), all_dead(), all_dead()};
    found.least[0] = found.stuck[0] = 0;
    found.paired[0] = pair_of(suit, tiles);
    each_partial(suit, tiles, [&](double cost, SuitTiles rest) {
        const Least& below = partials_[partials(suit, rest)];
        found.stuck[0] = kDead;
        for (int sets = 0; sets < kMostSets; ++sets) {
            lower(found.least[sets + 1], cost + below.least[sets]);
            lower(found.paired[sets + 1], cost + below.paired[sets]);
            lower(found.stuck[sets + 1], cost + below.stuck[sets]);
        }
    });
    partials_[id] = found;
    return id;
}

}  // namespace mj

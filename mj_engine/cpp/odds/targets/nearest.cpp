#include "odds/targets/nearest.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "numbers/fan.hpp"
#include "numbers/nearest.hpp"
#include "numbers/target_table.hpp"

namespace mj {

namespace {

// By how much the cap is raised if nothing was near enough.
constexpr int kStep = 2;
constexpr int kFirstCap = 4;

// How many fronts ahead each step towards their targets is prefetched.
constexpr std::size_t kAhead = 4;

constexpr int kBamboos = 2;
constexpr int kHonourSuit = 3;

}  // namespace

Nearest::Nearest(std::shared_ptr<const OddsTables> tables, const OddsOptions& options,
                 FanCache& fans)
    : tables_(std::move(tables)),
      options_(options),
      forms_(fans),
      farthest_(numbers::nearest::kNotToBeHad - 1),
      fronts_(numbers::nearest::kNotToBeHad),
      hits_(numbers::nearest::kNotToBeHad),
      chickens_(numbers::nearest::kNotToBeHad),
      last_cap_(kFirstCap) {}

std::span<const TargetHand> Nearest::operator()(const HandContext& context) {
    take_hand(context);
    search();
    gather(context);
    keep_nearest();
    return targets_;
}

std::span<const Nearest::Near> Nearest::within(const HandContext& context, int most, bool keep) {
    take_hand(context);
    need_parts(most);
    near_.clear();
    near_hits_.clear();
    const Step step = step_to(context, most);
    if (step.follows) add_known(step, most);
    if (!step.follows || step.tile != kNoTile) add_new(step, most);
    if (keep) {
        known_.of = context;
        known_.most = most;
        known_.hits.swap(near_hits_);
    }
    targets_.clear();
    forms_.make(context, most, targets_);
    for (const TargetHand& form : targets_) near_.push_back({form.tiles, form.fan, form.distance});
    return near_;
}

// Whether the known targets are all that may be near without one more tile: nothing else has become
// easier since.
Nearest::Step Nearest::step_to(const HandContext& context, int most) const {
    if (!known_.of || known_.most != most) return {};
    const HandContext& before = *known_.of;
    if (before.seat_wind != context.seat_wind || before.prevalent_wind != context.prevalent_wind ||
        before.melds.size > context.melds.size ||
        !std::equal(before.melds.begin(), before.melds.end(), context.melds.begin())) {
        return {};
    }
    Step step{.follows = true};
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const int reach = before.have[tile] + before.unseen[tile];
        if (context.have[tile] > before.have[tile]) {
            if (step.tile != kNoTile || context.have[tile] > before.have[tile] + 1) return {};
            step.tile = tile;
            step.count = context.have[tile];
            step.reach = reach;
        } else if (context.have[tile] + context.unseen[tile] > reach) {
            return {};
        }
    }
    return step;
}

// Adds the known targets that are still near. Those as far as `most` that have the new tile come
// with the new ones.
void Nearest::add_known(const Step& step, int most) {
    for (const Hit& hit : known_.hits) {
        const int distance = parts_[0]->data()[hit.first_part] +
                             parts_[1]->data()[hit.second_part] +
                             parts_[kBamboos]->data()[hit.packed.bamboos()] +
                             parts_[kHonourSuit]->data()[hit.packed.honours()];
        if (distance > most) continue;
        if (step.tile != kNoTile && distance == most && count_in(hit, step.tile) >= step.count) {
            continue;
        }
        add_near(hit, distance);
    }
}

// Adds the targets that were not near before: all have the new tile. Without a step, all targets.
void Nearest::add_new(const Step& step, int most) {
    if (step.follows) {
        const int suit = std::min(step.tile / kSuitSize, kHonourSuit);
        with_tile_ = *parts_[suit];
        with_tile_.keep_with(step.tile - suit * kSuitSize, step.count);
        parts_[suit] = &with_tile_;
    }
    clear_levels();
    find_least_backs(most);
    collect_fronts(most);
    for (int level = 0; level <= most; ++level) {
        each_front(level, [&](const Front& front) {
            each_target(front, most - front.distance, [&](Packed packed, int distance) {
                const Hit hit{front.first_part, front.second_part, packed};
                const bool is_new =
                    !step.follows || distance == most || count_in(hit, step.tile) > step.reach;
                if (is_new) add_near(hit, distance);
            });
        });
    }
}

void Nearest::add_near(const Hit& hit, int distance) {
    const int fan = hit.packed.fan() + lift_[hit.packed.honours()];
    if (fan < numbers::target_table::kMinTargetFan && fan != numbers::target_table::kChicken)
        return;
    const Parts& suit = tables_->suit();
    near_hits_.push_back(hit);
    near_.push_back({Multiset(suit.packed[hit.first_part], suit.packed[hit.second_part],
                              suit.packed[hit.packed.bamboos()],
                              tables_->honours().packed[hit.packed.honours()]),
                     static_cast<std::int16_t>(fan), static_cast<std::uint8_t>(distance)});
}

int Nearest::count_in(const Hit& hit, Tile tile) const {
    const int suit = std::min(tile / kSuitSize, kHonourSuit);
    const std::array<std::uint32_t, 4> parts{hit.first_part, hit.second_part, hit.packed.bamboos(),
                                             hit.packed.honours()};
    const Parts& of_suit = suit == kHonourSuit ? tables_->honours() : tables_->suit();
    return of_suit.of(static_cast<int>(parts[suit]))[tile - suit * kSuitSize];
}

PartDistances& Nearest::distances(const HandContext& context, int suit) {
    const Parts& parts = suit == kHonourSuit ? tables_->honours() : tables_->suit();
    const auto have = std::span(context.have).subspan(suit * kSuitSize, parts.tiles);
    const auto unseen = std::span(context.unseen).subspan(suit * kSuitSize, parts.tiles);
    const SuitKey key = suit_key(have, unseen, context.melds, suit);
    Kept& kept = kept_[suit];
    for (int place = 0; place < kKept; ++place) {
        if (kept.used[place] != 0 && kept.of[place].key() == key) {
            kept.used[place] = calls_;
            return kept.of[place];
        }
    }
    const auto oldest = std::ranges::min_element(kept.used) - kept.used.begin();
    kept.used[oldest] = calls_;
    kept.of[oldest].begin(parts, key, have, unseen);
    return kept.of[oldest];
}

void Nearest::take_hand(const HandContext& context) {
    ++calls_;
    held_ = 0;
    for (int suit = 0; suit < 4; ++suit) {
        parts_[suit] = &distances(context, suit);
        held_ += parts_[suit]->held();
    }
    const int winds = context.seat_wind * kSeats + context.prevalent_wind;
    if (winds == lift_winds_) return;
    lift_winds_ = winds;
    lift_.resize(tables_->honours().size());
    for (int part = 0; part < tables_->honours().size(); ++part) {
        lift_[part] = tables_->wind_lift(part, context.seat_wind, context.prevalent_wind);
    }
}

void Nearest::clear_levels() {
    for (auto& level : fronts_) level.clear();
    for (auto& level : hits_) level.clear();
    for (auto& level : chickens_) level.clear();
}

// Searches the table's targets under a cap, which is raised until it is high enough.
void Nearest::search() {
    for (int cap = std::min(last_cap_, farthest_);;) {
        clear_levels();
        nearest_ = farthest_ - options_.slack;
        found_winning_ = false;
        need_parts(cap);
        find_least_backs(cap);
        collect_fronts(cap);
        if (expand_levels(cap) || cap == farthest_) break;
        const int enough = found_winning_ ? nearest_ + options_.slack : cap + kStep;
        cap = std::min(enough, farthest_);
    }
    last_cap_ = found_winning_ ? nearest_ + options_.slack : kFirstCap;
}

// Computes the distances of every part that a target within the cap may hold.
void Nearest::need_parts(int cap) {
    for (auto* parts : parts_) {
        for (int its_class = 0; its_class < kPartClasses; ++its_class) {
            const int inside = tiles_of_class(its_class) - parts->held();
            const int outside = kTargetTiles - tiles_of_class(its_class) - (held_ - parts->held());
            if (std::max(inside, 0) + std::max(outside, 0) <= cap) parts->need(its_class);
        }
    }
}

// The least distance of a back by its number of tiles, twice `far` if beyond the cap; and the
// bamboo parts of near backs.
void Nearest::find_least_backs(int cap) {
    least_back_.fill(2 * numbers::nearest::kUnreachable);
    for (Classes& classes : near_backs_) classes.fill(0);
    for (int honours = 0; honours < kPartClasses; ++honours) {
        for (int bamboos = 0; bamboos < kPartClasses; ++bamboos) {
            const int tiles = tiles_of_class(honours) + tiles_of_class(bamboos);
            if (tiles > kTargetTiles) break;
            const int least = least_back(bamboos, honours, cap);
            if (least > cap) continue;
            least_back_[tiles] = std::min(least_back_[tiles], least);
            Classes& near = near_backs_[kTargetTiles - tiles];
            for (int left = least; left <= cap; ++left) {
                near[numbers::nearest::kUnreachable + left] |=
                    static_cast<std::uint16_t>(1U << static_cast<unsigned>(bamboos));
            }
        }
    }
}

// The least distance of a back with parts of these classes; beyond the cap if there is none.
int Nearest::least_back(int bamboo_class, int honour_class, int cap) const {
    const PartDistances& bamboos = *parts_[kBamboos];
    const std::uint8_t* honours = parts_[kHonourSuit]->data();
    const Parts& parts = tables_->honours();
    int least = cap + 1;
    if (parts_[kHonourSuit]->least(honour_class) + bamboos.least(bamboo_class) > cap) return least;
    for (int part = parts.starts[honour_class]; part < parts.starts[honour_class + 1]; ++part) {
        const int bound = honours[part] + bamboos.least(bamboo_class);
        if (bound >= least) continue;
        for (const auto bamboo : tables_->bamboos_with(part, bamboo_class)) {
            least = std::min(least, honours[part] + bamboos.data()[bamboo]);
            if (least == bound) break;
        }
    }
    return least;
}

// Sorts the fronts by a lower bound on what a target with them lacks.
void Nearest::collect_fronts(int cap) {
    const PartDistances& first = *parts_[0];
    const Parts& parts = tables_->suit();
    runs_.clear();
    for (int its_class = 0; its_class < kPartClasses; ++its_class) {
        int rest = 2 * numbers::nearest::kUnreachable;
        for (int second = 0; second < kPartClasses; ++second) {
            const int tiles = tiles_of_class(its_class) + tiles_of_class(second);
            if (tiles > kTargetTiles) break;
            rest = std::min(rest, parts_[1]->least(second) + least_back_[kTargetTiles - tiles]);
        }
        if (first.least(its_class) + rest > cap) continue;
        for (int part = parts.starts[its_class]; part < parts.starts[its_class + 1]; ++part) {
            if (first.data()[part] + rest <= cap) collect_runs(part, its_class, cap);
        }
    }
    for (const NearRun& run : runs_) collect_run(run);
}

void Nearest::collect_runs(int first_part, int its_class, int cap) {
    const int distance = parts_[0]->data()[first_part];
    for (const auto& run : tables_->runs_of(first_part)) {
        const int tiles = tiles_of_class(its_class) + tiles_of_class(run.second_class);
        const int left = cap - distance;
        if (parts_[1]->least(run.second_class) + least_back_[kTargetTiles - tiles] > left) continue;
        tables_->fetch_run(run);
        runs_.push_back({.run = run,
                         .first = {.front = 0,
                                   .first_part = static_cast<std::uint16_t>(first_part),
                                   .second_part = 0,
                                   .classes = 0,
                                   .distance = static_cast<std::uint8_t>(distance),
                                   .tiles = static_cast<std::uint8_t>(tiles)},
                         .left = left});
    }
}

void Nearest::collect_run(const NearRun& near_run) {
    const auto& [run, first, left] = near_run;
    const std::uint8_t* distances = parts_[1]->data();
    const OddsTables::Second* seconds = tables_->seconds();
    const int back = least_back_[kTargetTiles - first.tiles];
    const std::uint16_t* near =
        near_backs_[first.tiles].data() + numbers::nearest::kUnreachable + left;
    for (auto front = run.begin; front < run.end; ++front) {
        const int more = distances[seconds[front].part];
        const unsigned classes = seconds[front].classes & unsigned{near[-more]};
        if (classes == 0) continue;
        Front found = first;
        found.front = front;
        found.second_part = seconds[front].part;
        found.classes = static_cast<std::uint16_t>(classes);
        found.distance = static_cast<std::uint8_t>(first.distance + more);
        tables_->fetch_place(front);
        fronts_[found.distance + back].push_back(found);
    }
}

// Collects the targets of the fronts, level by level; returns whether the cap was high enough.
bool Nearest::expand_levels(int cap) {
    for (int level = 0; level <= cap; ++level) {
        if (level > nearest_ + options_.slack) return true;
        each_front(level, [&](const Front& front) {
            each_target(front, nearest_ + options_.slack - front.distance,
                        [&](Packed packed, int distance) {
                            take({front.first_part, front.second_part, packed}, distance);
                        });
        });
    }
    return found_winning_ && nearest_ + options_.slack <= cap;
}

// Calls `visit(front)` for the fronts of a level.
template <typename Visit>
void Nearest::each_front(int level, const Visit& visit) const {
    const auto& fronts = fronts_[level];
    for (std::size_t place = 0; place < fronts.size(); ++place) {
        if (place + 2 * kAhead < fronts.size()) {
            tables_->fetch_targets(fronts[place + 2 * kAhead].front);
        }
        if (place + kAhead < fronts.size()) {
            const Front& ahead = fronts[place + kAhead];
            tables_->fetch_groups(ahead.front, ahead.classes);
        }
        visit(fronts[place]);
    }
}

// Calls `visit(packed, distance)` for the targets of a front whose back lacks at most `left`.
template <typename Visit>
void Nearest::each_target(const Front& front, int left, const Visit& visit) const {
    const std::uint8_t* bamboos = parts_[kBamboos]->data();
    const std::uint8_t* honours = parts_[kHonourSuit]->data();
    const auto look_at = [&](std::span<const Packed> targets) {
        for (const Packed packed : targets) {
            const int back = bamboos[packed.bamboos()] + honours[packed.honours()];
            if (back <= left) visit(packed, front.distance + back);
        }
    };
    if (!tables_->has_many(front.front)) return look_at(tables_->targets_of(front.front));
    // A class of bamboo parts that is too far is skipped at once, and so is a part.
    for (unsigned classes = front.classes; classes != 0; classes &= classes - 1) {
        const int its_class = std::countr_zero(classes);
        const int others = class_of_size(kTargetTiles - front.tiles - tiles_of_class(its_class));
        const int most = left - parts_[kHonourSuit]->least(others);
        tables_->each_group(front.front, its_class,
                            [&](std::uint16_t part, std::span<const Packed> targets) {
                                if (bamboos[part] <= most) look_at(targets);
                            });
    }
}

void Nearest::take(const Hit& hit, int distance) {
    if (distance > nearest_ + options_.slack) return;
    const int fan = hit.packed.fan() + lift_[hit.packed.honours()];
    if (fan == numbers::target_table::kChicken) {
        auto& level = chickens_[distance];
        if (std::ssize(level) < options_.max_chicken_hands) level.push_back(hit);
        return;
    }
    if (fan < numbers::target_table::kMinTargetFan) return;
    if (fan >= numbers::fan::kMinFan) {
        nearest_ = std::min(nearest_, distance);
        found_winning_ = true;
    }
    auto& level = hits_[distance];
    if (std::ssize(level) < options_.max_targets) level.push_back(hit);
}

TargetHand Nearest::target_of(const Hit& hit, int distance) const {
    TargetHand target{};
    const Parts& suit = tables_->suit();
    const Parts& honours = tables_->honours();
    const auto bamboos = static_cast<int>(hit.packed.bamboos());
    const auto honour_part = static_cast<int>(hit.packed.honours());
    auto* end = std::copy_n(suit.of(hit.first_part), kSuitSize, target.counts.data());
    end = std::copy_n(suit.of(hit.second_part), kSuitSize, end);
    end = std::copy_n(suit.of(bamboos), kSuitSize, end);
    std::copy_n(honours.of(honour_part), kHonours, end);
    target.tiles = Multiset(suit.packed[hit.first_part], suit.packed[hit.second_part],
                            suit.packed[bamboos], honours.packed[honour_part]);
    target.fan = static_cast<std::int16_t>(hit.packed.fan() + lift_[hit.packed.honours()]);
    target.claimable = true;
    target.distance = static_cast<std::uint8_t>(distance);
    return target;
}

// Builds the special forms, and finds the distance of the nearest target.
void Nearest::gather(const HandContext& context) {
    if (!found_winning_) nearest_ = numbers::nearest::kUnreachable;
    forms_found_.clear();
    forms_.make(context, std::min(nearest_ + options_.slack, numbers::nearest::kMostOfForms),
                forms_found_);
    for (const auto& target : forms_found_) {
        if (target.fan >= numbers::fan::kMinFan)
            nearest_ = std::min<int>(nearest_, target.distance);
    }
}

// Lists by distance: the table's targets, a few of the nearest Chicken Hands, and the forms.
void Nearest::keep_nearest() {
    targets_.clear();
    const int most = nearest_ + options_.slack;
    int most_of_chickens = most;
    int chickens_left = options_.max_chicken_hands;
    for (int distance = 0; distance <= most; ++distance) {
        if (distance <= farthest_) {
            keep(hits_[distance], distance, options_.max_targets);
            const auto& chickens = chickens_[distance];
            if (!chickens.empty() && distance <= most_of_chickens) {
                most_of_chickens = std::min(most_of_chickens, distance + options_.slack);
                keep(chickens, distance, chickens_left);
                chickens_left = std::max(chickens_left - static_cast<int>(chickens.size()), 0);
            }
        }
        std::ranges::copy_if(forms_found_, std::back_inserter(targets_),
                             [&](const auto& form) { return form.distance == distance; });
    }
    if (std::ssize(targets_) > options_.max_targets) targets_.resize(options_.max_targets);
}

// Adds the first of these targets while there is room.
void Nearest::keep(const std::vector<Hit>& hits, int distance, int most) {
    const auto room = std::max<std::ptrdiff_t>(options_.max_targets - std::ssize(targets_), 0);
    const auto count = std::min({std::ssize(hits), room, static_cast<std::ptrdiff_t>(most)});
    for (std::ptrdiff_t place = 0; place < count; ++place) {
        targets_.push_back(target_of(hits[place], distance));
    }
}

}  // namespace mj

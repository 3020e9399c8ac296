#include "odds/forecast/features.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "numbers/fan.hpp"
#include "numbers/finishes.hpp"
#include "numbers/special_forms.hpp"
#include "numbers/target_table.hpp"
#include "numbers/win_chance.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

constexpr double kFarthest = 5;
constexpr double kCopiesOf = kCopies;
// How many single waits the forecast sees: the best ones, those that win on a discard first.
constexpr std::size_t kWaitsSeen = 3;
// The floor for a sum of likelihoods before taking its logarithm.
constexpr double kLeastLikelihood = 1e-9;

enum Form : std::uint8_t {
    kRegular,
    kPungs,
    kFlush,
    kPairs,
    kOrphans,
    kKnitted,
    kStraight,
    kForms
};

bool in_one_suit(const Counts& counts) {
    int suits = 0;
    for (int suit = 0; suit < 3; ++suit) {
        const auto tiles = std::span(counts).subspan(9 * suit, 9);
        suits += std::ranges::any_of(tiles, [](int count) { return count != 0; }) ? 1 : 0;
    }
    return suits <= 1;
}

// Whether the nine tiles of a knitted arrangement are there: in each suit the three tiles of one
// group, another group in each suit.
bool has_knitted(const Counts& counts) {
    std::array<int, 3> of_suit{-1, -1, -1};
    for (int suit = 0; suit < 3; ++suit) {
        for (int start = 0; start < 3; ++start) {
            const int tile = 9 * suit + start;
            if (counts[tile] != 0 && counts[tile + 3] != 0 && counts[tile + 6] != 0) {
                of_suit[suit] = start;
            }
        }
    }
    return of_suit[0] >= 0 && of_suit[1] >= 0 && of_suit[2] >= 0 && of_suit[0] != of_suit[1] &&
           of_suit[0] != of_suit[2] && of_suit[1] != of_suit[2];
}

Form form_of(const TargetHand& target) {
    if (!target.claimable) {
        if (target.fan == numbers::special_forms::kThirteenOrphansFan) return kOrphans;
        return target.fan == numbers::special_forms::kSevenPairsFan ? kPairs : kKnitted;
    }
    if (has_knitted(target.counts)) return kStraight;
    if (std::ranges::count(target.counts, 3) == 4) return kPungs;
    return in_one_suit(target.counts) ? kFlush : kRegular;
}

// Its fan; a Chicken Hand has the fan of one that is still far off.
int fan_of(const TargetHand& target) {
    return target.fan == numbers::target_table::kChicken ? numbers::finishes::kFarChickenFan
                                                         : target.fan;
}

// The share of its likelihood that a target with too little fan keeps.
double part_of(int fan, const OddsOptions& options) {
    const int lacks = numbers::fan::kMinFan - fan;
    if (lacks <= 0) return 1;
    return lacks == 1 ? options.seven_fan_weight : options.six_fan_weight;
}

// The rough chance of a single target: that each missing tile comes before another seat wins.
double likelihood_of(const TargetHand& target, const HandLeft& left, const OddsOptions& options) {
    const HandContext& of = left.context;
    double found = 1;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        const int missing = target.counts[tile] - of.have[tile];
        for (int copy = 0; copy < missing; ++copy) {
            const double share =
                std::max(of.unseen[tile] - copy, 0) / std::max<double>(of.unseen[tile], 1);
            int seats = of.have[tile] + copy >= 2 ? kSeats - 1 : 1;
            if (!target.claimable) seats = 0;
            if (target.distance == 1) seats = kSeats - 1;
            const double rate =
                share * (left.location.drawn[tile] +
                         options.rival_discard_weight * left.location.discarded[tile] * seats);
            found *= rate / (options.rival_win_rate + rate);
        }
    }
    return found;
}

struct Aims {
    double all = 0, fan = 0;
    std::array<double, kForms> of{};
    int nearest = static_cast<int>(kFarthest), nearest_full = kTileKinds;
    int ways = 0;               // the nearest targets of 8 fan
    double useful = 0;          // copies of the tiles they lack
    double nearest_likely = 0;  // the nearest targets' likelihood
    int ways_beyond = 0;        // targets of 8 fan one tile farther
    double useful_beyond = 0;   // copies of the tiles any of those lacks
};

// The nearest targets of 8 fan and those one tile farther: how many there are, and the copies that
// lead to one.
void look_at_nearest(const HandLeft& left, const OddsOptions& options, Aims& aims) {
    std::array<bool, kTileKinds> lacks{};
    std::array<bool, kTileKinds> lacks_beyond{};
    for (const TargetHand& target : left.targets) {
        const int fan = fan_of(target);
        const int beyond = target.distance - aims.nearest_full;
        if (fan < numbers::fan::kMinFan || beyond > 1) continue;
        ++(beyond == 0 ? aims.ways : aims.ways_beyond);
        if (beyond == 0) aims.nearest_likely += likelihood_of(target, left, options);
        for (int tile = 0; tile < kTileKinds; ++tile) {
            const bool lacked = target.counts[tile] > left.context.have[tile];
            lacks_beyond[tile] |= lacked;
            if (beyond == 0) lacks[tile] |= lacked;
        }
    }
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (lacks[tile]) aims.useful += left.context.unseen[tile];
        if (lacks_beyond[tile]) aims.useful_beyond += left.context.unseen[tile];
    }
}

Aims aims_of(const HandLeft& left, const OddsOptions& options) {
    Aims aims;
    for (const TargetHand& target : left.targets) {
        const int fan = fan_of(target);
        aims.nearest = std::min<int>(aims.nearest, target.distance);
        if (fan >= numbers::fan::kMinFan) {
            aims.nearest_full = std::min<int>(aims.nearest_full, target.distance);
        }
        const double likely = part_of(fan, options) * likelihood_of(target, left, options);
        aims.all += likely;
        aims.fan += likely * std::max(fan, numbers::fan::kMinFan);
        aims.of[form_of(target)] += likely;
    }
    look_at_nearest(left, options, aims);
    return aims;
}

// The tiles that complete the hand. on_discard, self_drawn: copies that reach 8 fan that way. fan:
// the mean fan with them. comes: the chance that another seat's next discard is one that wins.
// unpaid: copies with less than 8 fan. first: copies and fan on a discard of the best single waits.
struct Waits {
    double on_discard = 0, self_drawn = 0, fan = 0, comes = 0, unpaid = 0;
    std::array<std::array<double, 2>, kWaitsSeen> first{};
};

Waits waits_of(const HandLeft& left, FanCache& fans) {
    const HandContext& of = left.context;
    const Multiset hand(of.hand);
    std::array<bool, kTileKinds> seen{};
    Waits waits;
    std::vector<std::array<int, 3>> each;  // whether it wins on a discard, copies, the fan then
    for (const TargetHand& target : left.targets) {
        if (target.distance != 1) continue;
        int tile = 0;
        while (target.counts[tile] <= of.have[tile]) ++tile;
        if (seen[tile]) continue;
        seen[tile] = true;
        const FinishedFan found =
            fans.finished(hand, of.melds, static_cast<Tile>(tile), of.seat_wind, of.prevalent_wind);
        const int unseen = of.unseen[tile];
        const bool wins = found.on_discard >= numbers::fan::kMinFan;
        if (found.self_drawn < numbers::fan::kMinFan) {
            waits.unpaid += unseen;
            continue;
        }
        waits.self_drawn += unseen;
        if (wins) {
            waits.on_discard += unseen;
            waits.comes += left.location.discarded[tile];
        }
        waits.fan += unseen * (wins ? found.on_discard : found.self_drawn);
        each.push_back({wins ? 1 : 0, unseen, wins ? found.on_discard : 0});
    }
    waits.fan /= std::max(waits.self_drawn, 1.0);
    std::ranges::sort(each, std::ranges::greater());
    for (std::size_t place = 0; place < std::min(each.size(), waits.first.size()); ++place) {
        waits.first[place] = {each[place][1] / kCopiesOf, each[place][2] / kTens};
    }
    return waits;
}

// How many of the three other seats draw before this one.
double ahead_of(const GameState& state, const Action& action) {
    if (action.kind == ActionKind::Pass) {
        return ((state.seat - state.turn + kSeats - 1) % kSeats) / 3.0;
    }
    return discards(action) ? 1 : 0;
}

}  // namespace

bool is_table_known(const GameState& state) {
    int shown = 0;
    int drawn = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
        // A common wall does not show who drew how many tiles, so all seats are counted together.
        if (seat == state.seat && !state.common_wall) continue;
        shown += state.discards[seat].size;
        drawn += state.wall_size - kHandSize - state.walls[seat];
        if (state.common_wall) drawn -= state.flowers[seat];
    }
    return 2 * shown + 1 >= drawn;
}

ForecastFeatures forecast_features(const GameState& state, const Action& action,
                                   const HandLeft& left, const DealIn& deal_in,
                                   const OddsOptions& options, FanCache& fans) {
    const HandContext& of = left.context;
    const Aims aims = aims_of(left, options);
    const Waits waits = waits_of(left, fans);
    const auto walls = walls_after(state, action);
    const int draws = walls[state.seat];
    int least_wall = kMostWallSize;
    double others_draws = 0;
    int rival_melds = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == state.seat) continue;
        least_wall = std::min<int>(least_wall, walls[seat]);
        others_draws += walls[seat];
        rival_melds = std::max<int>(rival_melds, state.melds[seat].size);
    }
    double danger = 0;
    double safest = 1;
    double tiles = 0;
    for (int tile = 0; tile < kTileKinds; ++tile) {
        if (of.hand[tile] == 0) continue;
        tiles += of.hand[tile];
        danger += of.hand[tile] * deal_in.of_tile[tile];
        safest = std::min(safest, deal_in.of_tile[tile]);
    }
    const double all = std::max(aims.all, kLeastLikelihood);
    const double fan = aims.all > 0 ? aims.fan / aims.all : numbers::fan::kMinFan;
    const auto share = [&](Form form) { return aims.of[form] / all; };
    return {std::log(std::max(left.hand_value, numbers::win_chance::kMinHandValue)),
            std::log(all),
            left.rate,
            draws / kTens,
            least_wall / kTens,
            deal_in.threat,
            ahead_of(state, action),
            of.concealed ? 1.0 : 0.0,
            of.melds.size / 4.0,
            rival_melds / 4.0,
            waits.self_drawn > 0 ? 1.0 : 0.0,
            waits.on_discard / kTens,
            waits.self_drawn / kTens,
            waits.fan / kTens,
            aims.nearest / kFarthest,
            std::min<double>(aims.nearest_full, kFarthest) / kFarthest,
            fan / kTens,
            std::log(fan),
            share(kPungs),
            share(kFlush),
            share(kPairs),
            share(kOrphans),
            share(kKnitted),
            share(kStraight),
            danger / std::max(tiles, 1.0),
            safest,
            1.0 / (1 + draws),
            is_table_known(state) ? 1.0 : 0.0,
            std::log1p(aims.ways),
            aims.useful / kTens,
            waits.comes,
            waits.unpaid / kTens,
            waits.first[0][0],
            waits.first[0][1],
            waits.first[1][0],
            waits.first[1][1],
            waits.first[2][0],
            waits.first[2][1],
            std::log1p(aims.ways_beyond),
            aims.useful_beyond / kTens,
            aims.nearest_likely / all,
            others_draws / (kSeats - 1) - draws,
            left.passes ? 1.0 : 0.0};
}

}  // namespace mj

#include "why/facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "table/game.hpp"
#include "tactics/successor.hpp"

namespace mj::why {

namespace {

using Kind = FactKind;
using Maybe = std::optional<Fact>;

// The share of the first fact's points that a second fact, or a fact against it, must reach.
constexpr double kSecond = 1.0 / 3, kAgainst = 1.0 / 2;
// The fewest points for a second fact.
constexpr double kLeast = 0.2;
// The least difference in effective tiles, or in a plan's missing tiles: in copies, and as a share.
constexpr double kMoreCopies = 2, kMorePart = 0.1;

// One of the two candidates: its plans with their hands, the hand it leaves and its distance.
struct Side {
    Action action;
    std::span<const Plan> plans;
    std::vector<std::optional<FoundHand>> targets;
    Left left;
    int distance = 0;
    int copies = 0;  // of the tiles that shorten it
    Tiles waits;     // of a ready hand: tiles with copies left that give 8 fan
    int wait_copies = 0;

    // How many tiles the nearest plan lacks; 0 if there is none.
    [[nodiscard]] int least() const {
        int least = 0;
        for (const auto& target : targets) {
            if (target && (least == 0 || target->lacks() < least)) least = target->lacks();
        }
        return least;
    }
};

// Both candidates; exists only if both are legal.
struct Sides {
    Side mine, other;
};

Side side_of(const GameState& state, const Row& row, const Action& action, Shanten& shanten) {
    const Position after = hand_after(state, action);
    Side side{.action = action,
              .plans = row.plans,
              .targets = {},
              .left = {after.hand, after.melds, discards(action) ? action.tile : kNoTile},
              .waits = {}};
    const Held held{after.hand, after.melds, state.seat, state.prevalent_wind};
    for (const Plan& plan : side.plans) {
        side.targets.push_back(target_hand(plan.fans, plan.missing, held));
    }
    const Least least = shanten.least(after.hand);
    side.distance = least.distance;
    for (TileSet left = least.effective; left != 0; left &= left - 1) {
        const auto tile = static_cast<Tile>(std::countr_zero(left));
        side.copies += state.unseen[tile];
        if (least.distance != 0 || state.unseen[tile] == 0) continue;
        const auto enough = [&](bool drawn) {
            const WinContext context{drawn, {}, {}, {}, state.seat, state.prevalent_wind, 0};
            return fan_of(after.hand, after.melds, tile, context) >= kLeastFan;
        };
        if (!enough(false) && !enough(true)) continue;
        side.waits.push_back(tile);
        side.wait_copies += state.unseen[tile];
    }
    return side;
}

std::optional<Sides> sides_of(const GameState& state, const Row& better, const Row& than) {
    if (!better.action || !than.action) return std::nullopt;
    Shanten shanten;
    return Sides{side_of(state, better, *better.action, shanten),
                 side_of(state, than, *than.action, shanten)};
}

bool claims(ActionKind kind) {
    return kind == ActionKind::Chi || kind == ActionKind::Peng || kind == ActionKind::Gang;
}

bool is_more(int mine, int other) {
    return mine - other >= std::max(kMoreCopies, kMorePart * other);
}

Maybe against(Fact fact, bool yes) {
    fact.against = yes;
    return fact;
}

// As shown: in tenths of a percent.
std::string shown(double chance) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", chance);
    return text.data();
}

// The chances of both, if they look different when shown and favour the right side.
Maybe figures(Kind kind, std::optional<double> mine, std::optional<double> other, bool is_against) {
    if (!mine || !other || shown(*mine) == shown(*other)) return std::nullopt;
    if (((*mine > *other) == (kind == Kind::Danger)) != is_against) return std::nullopt;
    return against({.kind = kind, .figures = {*mine, *other}}, is_against);
}

Maybe chance(const Row& better, const Row& than, bool ahead) {
    return figures(Kind::Chance, better.win_chance, than.win_chance, !ahead);
}

bool has_fan(const Fact& fact) {
    return fact.kind == Kind::Win || fact.kind == Kind::Keeps || fact.kind == Kind::Makes ||
           fact.kind == Kind::Concealed || fact.kind == Kind::Aims || fact.kind == Kind::Fan;
}

// Removes repetition from two facts: a plan is named once, and its fan only with it.
std::vector<Fact> said_once(std::vector<Fact> facts) {
    if (facts.size() < 2) return facts;
    if (facts[0] == facts[1]) return {facts[0]};
    if (facts[0].kind == Kind::Aims && facts[1].name == facts[0].fans[0])
        std::swap(facts[0], facts[1]);
    const Fact& first = facts[0];
    const Fact& second = facts[1];
    const bool names =
        second.kind == Kind::Aims || second.kind == Kind::Fan || second.kind == Kind::Keeps;
    if (!has_fan(first) || !names) return facts;
    if (second.kind == Kind::Keeps || first.also || !second.totals) {
        return first.kind != Kind::Fan ? std::vector<Fact>{first} : facts;
    }
    if (second.kind == Kind::Aims && first.name == second.fans[0]) {
        return {first, {.kind = Kind::Fan, .totals = second.totals}};
    }
    return facts;
}

// -- why a hand wins more often -------------------------------------------------------------------

bool named_apart(const Plan& plan, const Plan& theirs) {
    const bool named = fan_tiles(plan.fan()).named() && fan_tiles(theirs.fan()).named();
    return named && plan.fan() != theirs.fan();
}

Maybe aims(const Side& mine, const Side& other) {
    const bool both = !mine.plans.empty() && !other.plans.empty();
    if (!both || !named_apart(mine.plans.front(), other.plans.front())) return std::nullopt;
    return Fact{.kind = Kind::Aims, .fans = {mine.plans.front().fan(), other.plans.front().fan()}};
}

Maybe concealed(const Side& mine, const Side& other) {
    const bool passes = mine.action.kind == ActionKind::Pass;
    if (!passes || !claims(other.action.kind) || mine.plans.empty()) return std::nullopt;
    std::span<const std::uint8_t> theirs;
    if (!other.plans.empty()) theirs = other.plans.front().fans;
    for (const std::uint8_t fan : mine.plans.front().fans) {
        if (!fan_tiles(fan).concealed_only || std::ranges::count(theirs, fan) > 0) continue;
        if (fan == fan::index_of(fan::Fan::ConcealedHand)) return Fact{.kind = Kind::Concealed};
        return Fact{.kind = Kind::Concealed, .name = fan};
    }
    return std::nullopt;
}

Maybe made(const Side& mine, const Side& other) {
    const auto kind = mine.action.kind;
    if ((kind != ActionKind::Chi && kind != ActionKind::Peng) || mine.plans.empty()) return {};
    if (std::ranges::equal(mine.left.melds, other.left.melds)) return std::nullopt;
    const Tiles tiles = made_for(mine.plans.front(), mine.targets.front(), mine.left);
    if (tiles.empty()) return std::nullopt;
    return Fact{.kind = Kind::Makes, .name = mine.plans.front().fan(), .tiles = tiles};
}

// Whether the other action is as near to a hand with the same greatest fan.
bool is_there_too(const Plan& plan, const FoundHand& target, const Side& other) {
    for (std::size_t place = 0; place < other.plans.size(); ++place) {
        const auto& found = other.targets[place];
        if (other.plans[place].fan() == plan.fan() && found && found->lacks() <= target.lacks()) {
            return true;
        }
    }
    return false;
}

Maybe kept(const Side& mine, const Side& other) {
    for (std::size_t place = 0; place < mine.plans.size(); ++place) {
        const Plan& plan = mine.plans[place];
        const auto& target = mine.targets[place];
        if (!target || is_there_too(plan, *target, other)) continue;
        const Tiles tiles = kept_for(plan, *target, mine.left, other.left);
        if (tiles.empty()) continue;
        return Fact{.kind = Kind::Keeps, .also = place > 0, .name = plan.fan(), .tiles = tiles};
    }
    return std::nullopt;
}

// More effective tiles, if they lead to 8 fan; or more of the tiles that the same plan lacks.
Maybe more_copies(const Side& mine, const Side& other) {
    const int least = mine.least();
    const bool same =
        mine.distance == other.distance && least == other.least() && least == mine.distance + 1;
    if (same && mine.distance > 0 && is_more(mine.copies, other.copies)) {
        return Fact{.kind = Kind::Effective, .copies = {mine.copies, other.copies}};
    }
    if (mine.targets.empty() || other.targets.empty()) return std::nullopt;
    const auto& target = mine.targets.front();
    const auto& found = other.targets.front();
    if (!target || !found) return std::nullopt;
    const Plan& plan = mine.plans.front();
    const Plan& theirs = other.plans.front();
    const bool alike = plan.fan() == theirs.fan() && target->lacks() == found->lacks();
    if (!alike || !is_more(plan.copies, theirs.copies)) return std::nullopt;
    return Fact{.kind = Kind::Left, .copies = {plan.copies, theirs.copies}};
}

// Why a hand wins more often; nothing if only the chance itself differs.
Maybe why_sooner(const Side& mine, const Side& other) {
    if (is_kong(mine.action)) return Fact{.kind = Kind::Kong};
    if (!mine.waits.empty() && other.waits.empty())
        return Fact{.kind = Kind::Ready, .tiles = mine.waits};
    if (!mine.waits.empty() && is_more(mine.wait_copies, other.wait_copies)) {
        return Fact{.kind = Kind::Waits, .copies = {mine.wait_copies, other.wait_copies}};
    }
    if (const auto found = concealed(mine, other)) return found;
    if (const auto found = made(mine, other)) return found;
    if (const auto found = kept(mine, other)) return found;
    const int least = mine.least();
    const int theirs = other.least();
    if (least > 0 && theirs > least) return Fact{.kind = Kind::Nearer, .number = theirs - least};
    if (const auto found = more_copies(mine, other)) return found;
    const bool passes = mine.action.kind == ActionKind::Pass;
    if (passes && claims(other.action.kind) && least > 0 && other.distance >= mine.distance &&
        (theirs <= 0 || theirs >= least)) {
        return Fact{.kind = Kind::NoNearer, .claim = other.action.kind};
    }
    for (const auto& target : mine.targets) {
        if (!target) continue;
        const auto [held, lacks] = kept_at_all(*target, mine.left, other.left);
        // A single tile says nothing about a pass: the claim takes other tiles with it.
        if (held.empty() || (held.size() == 1 && passes)) continue;
        return Fact{.kind = Kind::Holds, .tiles = held, .lacks = lacks};
    }
    return aims(mine, other);
}

// -- by the points that each cause has ------------------------------------------------------------

// A win's pay, if the likeliest plans show the difference too.
Maybe pay(const Sides* sides, bool ahead) {
    if (sides == nullptr || sides->mine.plans.empty() || sides->other.plans.empty()) {
        return against({.kind = Kind::Pay}, !ahead);
    }
    const Plan& plan = sides->mine.plans.front();
    const Plan& theirs = sides->other.plans.front();
    if (!plan.total || !theirs.total || plan.total == theirs.total) {
        return against({.kind = Kind::Pay}, !ahead);
    }
    if ((*plan.total > *theirs.total) != ahead) return std::nullopt;
    const std::array<int, 2> totals{*plan.total, *theirs.total};
    if (ahead && named_apart(plan, theirs)) {
        return Fact{.kind = Kind::Aims, .fans = {plan.fan(), theirs.fan()}, .totals = totals};
    }
    return against({.kind = Kind::Fan, .totals = totals}, !ahead);
}

Maybe fact_of(Cause cause, bool ahead, const Sides* sides, const Row& better, const Row& than) {
    if (cause == Cause::Chance) {
        const bool known = ahead && sides != nullptr;
        if (auto fact = known ? why_sooner(sides->mine, sides->other) : std::nullopt) return fact;
        return chance(better, than, ahead);
    }
    if (cause == Cause::Pay) {
        auto known = pay(sides, ahead);
        if (known && ahead && known->kind == Kind::Pay && sides != nullptr) {
            if (auto keeps = kept(sides->mine, sides->other)) return keeps;
        }
        return known;
    }
    if (cause == Cause::Learned) {
        const double points = better.learned.value_or(0.0) - than.learned.value_or(0.0);
        return against({.kind = Kind::Learned, .points = points}, !ahead);
    }
    return figures(Kind::Danger, better.deal_in, than.deal_in, !ahead);
}

// The largest part as the first fact. The second is what speaks against it, if that is strong, else
// the second largest part. What `learned` adds says nothing about the hand, so it comes first only
// if nothing else does.
std::vector<Fact> by_points(const PointParts& parts, const Sides* sides, const Row& better,
                            const Row& than) {
    struct Weighed {
        double points;
        Fact fact;
    };
    std::array causes{Cause::Chance, Cause::Pay, Cause::Danger, Cause::Learned};
    const auto points_of = [&](Cause cause) { return parts.of[static_cast<std::size_t>(cause)]; };
    std::ranges::sort(causes, {}, [&](Cause cause) {
        return std::tuple(cause == Cause::Learned, -std::abs(points_of(cause)), cause);
    });
    std::vector<Weighed> found;
    for (const Cause cause : causes) {
        const double points = points_of(cause);
        const auto fact = fact_of(cause, points > 0, sides, better, than);
        if (fact && std::abs(points) >= kLeast) found.push_back({points, *fact});
    }
    const auto first =
        std::ranges::find_if(found, [](const Weighed& one) { return one.points > 0; });
    if (first == found.end()) {
        const auto plans = sides != nullptr ? aims(sides->mine, sides->other) : std::nullopt;
        return {plans ? *plans : Fact{.kind = Kind::Points, .points = parts.total}};
    }
    const double most = first->points;
    std::vector<Weighed> second;
    for (auto one = found.begin(); one != found.end(); ++one) {
        const bool ahead = one > first && one->points > 0 && one->points >= kSecond * most;
        if (ahead || -one->points >= std::max(kEqual, kAgainst * most)) second.push_back(*one);
    }
    std::vector<Fact> facts{first->fact};
    const auto next = std::ranges::max_element(
        second, {}, [](const Weighed& one) { return std::abs(one.points); });
    if (next != second.end()) facts.push_back(next->fact);
    const Kind kind = facts.front().kind;
    facts = said_once(std::move(facts));
    if (facts.size() == 1 && (kind == Kind::Aims || kind == Kind::Kong)) {
        if (const auto more = chance(better, than, true)) facts.push_back(*more);
    }
    return facts;
}

// -- for tactics without points -------------------------------------------------------------------

Maybe of_hands(const Side& mine, const Side& other) {
    if (mine.distance < other.distance) {
        if (mine.distance == 0) return Fact{.kind = Kind::Ready};
        return Fact{.kind = Kind::Closer, .copies = {mine.distance, other.distance}};
    }
    if (mine.distance == other.distance && is_more(mine.copies, other.copies)) {
        return Fact{.kind = Kind::Effective, .copies = {mine.copies, other.copies}};
    }
    return std::nullopt;
}

// A network's probability, and the hands themselves.
std::vector<Fact> without_points(const Sides* sides, const Row& better, const Row& than) {
    const Maybe hands = sides != nullptr ? of_hands(sides->mine, sides->other) : std::nullopt;
    std::vector<Fact> facts;
    for (const Maybe& fact :
         {figures(Kind::Probability, better.probability, than.probability, false), hands}) {
        if (fact) facts.push_back(*fact);
    }
    return facts;
}

}  // namespace

std::vector<Fact> facts_of(const GameState& state, const Row& better, const Row& than) {
    const auto points = apart(better, than);
    if (better.wins()) {
        std::vector<Fact> found{
            {.kind = Kind::Win, .number = better.fan, .points = better.expected_score}};
        if (points && *points <= -kEqual)
            found.push_back({.kind = Kind::Unsure, .points = -*points});
        return found;
    }
    if (than.wins() && (!points || *points <= 0)) return {};
    if (than.wins()) return {{.kind = Kind::NoWin, .points = points}};
    if (points && std::abs(*points) < kEqual) {
        return {{.kind = Kind::Equal, .points = std::abs(*points)}};
    }
    if (points && *points < 0) return {{.kind = Kind::Quick, .points = -*points}};
    const auto both = sides_of(state, better, than);
    const Sides* sides = both ? &*both : nullptr;
    const auto parts = point_parts(better, than);
    return parts ? by_points(*parts, sides, better, than) : without_points(sides, better, than);
}

std::optional<Reason> reason_of(const GameState& state, std::span<const Row> rows,
                                std::size_t better, std::optional<std::size_t> than) {
    const Row& mine = rows[better];
    std::optional<std::size_t> first, worse, win, ahead;
    double most = kEqual;  // the lead of a row that is worth more than a win
    for (std::size_t place = 0; place < rows.size(); ++place) {
        if (rows[place].text == mine.text) continue;
        if (!first) first = place;
        if (!win && rows[place].wins()) win = place;
        const double behind = apart(mine, rows[place]).value_or(0.0);
        if (mine.wins() && -behind >= most) ahead = place, most = -behind;
        if (!worse && behind >= kEqual) worse = place;
    }
    if (!than || *than == better) than = ahead ? ahead : win ? win : worse ? worse : first;
    if (!than) return std::nullopt;
    return Reason{&mine, &rows[*than], facts_of(state, mine, rows[*than])};
}

}  // namespace mj::why

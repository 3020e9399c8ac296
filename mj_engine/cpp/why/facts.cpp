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

using Maybe = std::optional<Fact>;

bool claims(ActionKind kind) {
    return kind == ActionKind::Chi || kind == ActionKind::Peng || kind == ActionKind::Gang;
}

Maybe against(Fact fact, bool yes) {
    fact.against = yes;
    return fact;
}

// As it is shown: tenths of a percent.
std::string shown(double chance) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", chance);
    return text.data();
}

// A chance of both, if they look different, and the right way round.
Maybe figures(FactKind kind, double mine, double other, bool is_against) {
    if (shown(mine) == shown(other)) return std::nullopt;
    if (((mine > other) == (kind == FactKind::Danger)) != is_against) return std::nullopt;
    return against({.kind = kind, .figures = {mine, other}}, is_against);
}

Maybe chance(const Row& better, const Row& than, bool ahead) {
    return figures(FactKind::Chance, better.win_chance, than.win_chance, !ahead);
}

bool has_fan(const Fact& fact) {
    using enum FactKind;
    return fact.kind == Win || fact.kind == Keeps || fact.kind == Makes || fact.kind == Concealed ||
           fact.kind == Aims || fact.kind == Fan;
}

// The two facts as a person would say them, who names a plan once and its fan only with it.
std::vector<Fact> said_once(std::vector<Fact> facts) {
    using enum FactKind;
    if (facts.size() < 2) return facts;
    if (facts[0] == facts[1]) return {facts[0]};
    if (facts[0].kind == Aims && facts[1].name == facts[0].fans[0]) std::swap(facts[0], facts[1]);
    const Fact& first = facts[0];
    const Fact& second = facts[1];
    const bool names = second.kind == Aims || second.kind == Fan || second.kind == Keeps;
    if (!has_fan(first) || !names) return facts;
    if (second.kind == Keeps || first.also || !second.totals) {
        return first.kind != Fan ? std::vector<Fact>{first} : facts;
    }
    if (second.kind == Aims && first.name == second.fans[0]) {
        return {first, {.kind = Fan, .totals = second.totals}};
    }
    return facts;
}

}  // namespace

int Finder::Side::least() const {
    int least = 0;
    for (const auto& target : targets) {
        if (target && (least == 0 || target->lacks() < least)) least = target->lacks();
    }
    return least;
}

Finder::Side Finder::side_of(const GameState& state, const Row& row) {
    const Position after = hand_after(state, row.action);
    const bool gives = discards(row.action);
    Side side{.action = row.action,
              .plans = plans_of(row.targets, state.unseen),
              .targets = {},
              .left = {after.hand, after.melds, gives ? row.action.tile : kNoTile},
              .waits = {}};
    const Held held{after.hand, after.melds, state.seat, state.prevalent_wind};
    for (const Plan& plan : side.plans) {
        side.targets.push_back(
            target_hand(plan.fans, plan.missing, held, tables_.limits.most_missing));
    }
    const Least least = shanten_.least(after.hand);
    side.distance = least.distance;
    for (TileSet left = least.effective; left != 0; left &= left - 1) {
        const auto tile = static_cast<Tile>(std::countr_zero(left));
        side.copies += state.unseen[tile];
        if (least.distance != 0 || state.unseen[tile] == 0) continue;
        WinContext context;
        context.seat_wind = state.seat;
        context.prevalent_wind = state.prevalent_wind;
        int most = fan_of(after.hand, after.melds, tile, context);
        context.self_drawn = true;
        most = std::max(most, fan_of(after.hand, after.melds, tile, context));
        if (most < kLeastFan) continue;
        side.waits.push_back(tile);
        side.wait_copies += state.unseen[tile];
    }
    return side;
}

std::vector<Fact> Finder::facts_of(const GameState& state, const Row& better, const Row& than) {
    using enum FactKind;
    const double points = better.expected_score - than.expected_score;
    if (better.action.kind == ActionKind::Hu) {
        std::vector<Fact> found{
            {.kind = Win, .number = better.action.fan, .points = better.expected_score}};
        if (points <= -tables_.limits.equal) found.push_back({.kind = Unsure, .points = -points});
        return found;
    }
    if (than.action.kind == ActionKind::Hu) {
        if (points > 0) return {{.kind = NoWin, .points = points}};
        return {};
    }
    if (std::abs(points) < tables_.limits.equal) {
        return {{.kind = Equal, .points = std::abs(points)}};
    }
    if (points < 0) return {{.kind = Quick, .points = -points}};
    const Side mine = side_of(state, better);
    const Side other = side_of(state, than);
    const auto parts = point_parts(better, than, tables_.limits, deal_in_costs_);
    if (!parts) return {};
    return by_points(*parts, mine, other, better, than);
}

std::optional<Reason> Finder::reason_of(const GameState& state, std::span<const Row> rows,
                                        const Action* than) {
    if (rows.size() < 2) return std::nullopt;
    const Row& better = rows.front();
    const auto others = rows.subspan(1);
    auto other = others.end();
    if (than != nullptr) {
        other =
            std::ranges::find_if(others, [&](const Row& row) { return row.action.same(*than); });
    }
    if (other == others.end()) {
        other = std::ranges::find_if(
            others, [](const Row& row) { return row.action.kind == ActionKind::Hu; });
    }
    if (other == others.end()) {
        other = std::ranges::find_if(others, [&](const Row& row) {
            return better.expected_score - row.expected_score >= tables_.limits.equal;
        });
    }
    if (other == others.end()) other = others.begin();
    return Reason{&better, &*other, facts_of(state, better, *other)};
}

// -- by the points that each cause has ------------------------------------------------------------

// The greatest part as a fact; then what speaks against it, if much does, else the second. What is
// learned says nothing of the hand: it is the first only if nothing else is.
std::vector<Fact> Finder::by_points(const PointParts& parts, const Side& mine, const Side& other,
                                    const Row& better, const Row& than) {
    struct Weighed {
        double points;
        Fact fact;
    };
    const Limits& limits = tables_.limits;
    std::array causes{Cause::Chance, Cause::Pay, Cause::Danger, Cause::Learned};
    const auto points_of = [&](Cause cause) { return parts.of[static_cast<std::size_t>(cause)]; };
    std::ranges::sort(causes, {}, [&](Cause cause) {
        return std::tuple(cause == Cause::Learned, -std::abs(points_of(cause)), cause);
    });
    std::vector<Weighed> found;
    for (const Cause cause : causes) {
        const double points = points_of(cause);
        const auto fact = fact_of(cause, points > 0, mine, other, better, than);
        if (fact && std::abs(points) >= limits.least) found.push_back({points, *fact});
    }
    const auto first =
        std::ranges::find_if(found, [](const Weighed& one) { return one.points > 0; });
    if (first == found.end()) {
        const auto plans = aims(mine, other);
        return {plans ? *plans : Fact{.kind = FactKind::Points, .points = parts.total}};
    }
    const double most = first->points;
    std::vector<Weighed> second;
    for (auto one = first + 1; one != found.end(); ++one) {
        if (one->points > 0 && one->points >= limits.second * most) second.push_back(*one);
    }
    for (const Weighed& one : found) {
        if (-one.points >= std::max(limits.equal, limits.against * most)) second.push_back(one);
    }
    std::vector<Fact> facts{first->fact};
    const auto next = std::ranges::max_element(
        second, {}, [](const Weighed& one) { return std::abs(one.points); });
    if (next != second.end()) facts.push_back(next->fact);
    const FactKind kind = facts.front().kind;
    facts = said_once(std::move(facts));
    if (facts.size() == 1 && (kind == FactKind::Aims || kind == FactKind::Kong)) {
        if (const auto more = chance(better, than, true)) facts.push_back(*more);
    }
    return facts;
}

std::optional<Fact> Finder::fact_of(Cause cause, bool ahead, const Side& mine, const Side& other,
                                    const Row& better, const Row& than) const {
    if (cause == Cause::Chance) {
        if (auto known = ahead ? why_sooner(mine, other) : std::nullopt) return known;
        return chance(better, than, ahead);
    }
    if (cause == Cause::Pay) {
        auto known = pay(mine, other, ahead);
        if (known && ahead && known->kind == FactKind::Pay) {
            if (auto keeps = kept(mine, other)) return keeps;
        }
        return known;
    }
    if (cause == Cause::Learned) {
        const double points = better.learned - than.learned;
        return against({.kind = FactKind::Learned, .points = points}, !ahead);
    }
    if (!better.deal_in || !than.deal_in) return std::nullopt;
    return figures(FactKind::Danger, *better.deal_in, *than.deal_in, !ahead);
}

// What a win pays, where the likeliest plans show it too.
std::optional<Fact> Finder::pay(const Side& mine, const Side& other, bool ahead) const {
    if (mine.plans.empty() || other.plans.empty()) return against({.kind = FactKind::Pay}, !ahead);
    const Plan& plan = mine.plans.front();
    const Plan& theirs = other.plans.front();
    if (plan.total == theirs.total) return against({.kind = FactKind::Pay}, !ahead);
    if ((plan.total > theirs.total) != ahead) return std::nullopt;
    const std::array<int, 2> totals{plan.total, theirs.total};
    const bool named = tables_.of[plan.fan()].named() && tables_.of[theirs.fan()].named();
    if (ahead && plan.fan() != theirs.fan() && named) {
        return Fact{.kind = FactKind::Aims, .fans = {plan.fan(), theirs.fan()}, .totals = totals};
    }
    return against({.kind = FactKind::Fan, .totals = totals}, !ahead);
}

// -- why a hand wins more often -------------------------------------------------------------------

namespace {

// Whether the other action is as near to a hand with the same greatest fan.
bool is_there_too(const Plan& plan, const FoundHand& target, std::span<const Plan> plans,
                  std::span<const std::optional<FoundHand>> targets) {
    for (std::size_t place = 0; place < plans.size(); ++place) {
        const auto& found = targets[place];
        if (plans[place].fan() == plan.fan() && found && found->lacks() <= target.lacks()) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<Fact> Finder::why_sooner(const Side& mine, const Side& other) const {
    using enum FactKind;
    if (is_kong(mine.action)) return Fact{.kind = Kong};
    if (!mine.waits.empty() && other.waits.empty()) return Fact{.kind = Ready, .tiles = mine.waits};
    if (!mine.waits.empty() && is_more(mine.wait_copies, other.wait_copies)) {
        return Fact{.kind = Waits, .copies = {mine.wait_copies, other.wait_copies}};
    }
    if (const auto found = concealed(mine, other)) return found;
    if (const auto found = made(mine, other)) return found;
    if (const auto found = kept(mine, other)) return found;
    const int least = mine.least();
    const int theirs = other.least();
    if (least > 0 && theirs > least) return Fact{.kind = Nearer, .number = theirs - least};
    if (const auto found = more_copies(mine, other)) return found;
    const bool passes = mine.action.kind == ActionKind::Pass;
    if (passes && claims(other.action.kind) && least > 0 && other.distance >= mine.distance &&
        (theirs <= 0 || theirs >= least)) {
        return Fact{.kind = NoNearer, .claim = other.action.kind};
    }
    for (const auto& target : mine.targets) {
        if (!target) continue;
        const auto [held, lacks] = kept_at_all(*target, mine.left, other.left);
        // Of a pass a lone tile says nothing: the claim takes other tiles with it.
        if (held.empty() || (held.size() == 1 && passes)) continue;
        return Fact{.kind = Holds, .tiles = held, .lacks = lacks};
    }
    return aims(mine, other);
}

std::optional<Fact> Finder::aims(const Side& mine, const Side& other) const {
    if (mine.plans.empty() || other.plans.empty()) return std::nullopt;
    const auto fan = mine.plans.front().fan();
    const auto theirs = other.plans.front().fan();
    if (fan == theirs || !tables_.of[fan].named() || !tables_.of[theirs].named())
        return std::nullopt;
    return Fact{.kind = FactKind::Aims, .fans = {fan, theirs}};
}

std::optional<Fact> Finder::concealed(const Side& mine, const Side& other) const {
    const bool passes = mine.action.kind == ActionKind::Pass;
    if (!passes || !claims(other.action.kind) || mine.plans.empty()) return std::nullopt;
    for (const std::uint8_t fan : mine.plans.front().fans) {
        if (!tables_.of[fan].concealed_only) continue;
        if (!other.plans.empty()) {
            const auto& theirs = other.plans.front().fans;
            if (std::ranges::find(theirs, fan) != theirs.end()) continue;
        }
        if (fan == fan::index_of(fan::Fan::ConcealedHand)) return Fact{.kind = FactKind::Concealed};
        return Fact{.kind = FactKind::Concealed, .name = fan};
    }
    return std::nullopt;
}

std::optional<Fact> Finder::made(const Side& mine, const Side& other) const {
    const auto kind = mine.action.kind;
    if ((kind != ActionKind::Chi && kind != ActionKind::Peng) || mine.plans.empty()) return {};
    if (std::ranges::equal(mine.left.melds, other.left.melds)) return std::nullopt;
    const Tiles tiles = made_for(mine.plans.front(), mine.targets.front(), mine.left, tables_);
    if (tiles.empty()) return std::nullopt;
    return Fact{.kind = FactKind::Makes, .name = mine.plans.front().fan(), .tiles = tiles};
}

std::optional<Fact> Finder::kept(const Side& mine, const Side& other) const {
    for (std::size_t place = 0; place < mine.plans.size(); ++place) {
        const Plan& plan = mine.plans[place];
        const auto& target = mine.targets[place];
        if (!target || is_there_too(plan, *target, other.plans, other.targets)) continue;
        const Tiles tiles = kept_for(plan, *target, mine.left, other.left, tables_);
        if (tiles.empty()) continue;
        return Fact{.kind = FactKind::Keeps, .also = place > 0, .name = plan.fan(), .tiles = tiles};
    }
    return std::nullopt;
}

// More effective tiles, where they lead to 8 fan; or more of what the same plan lacks.
std::optional<Fact> Finder::more_copies(const Side& mine, const Side& other) const {
    const int least = mine.least();
    const bool same =
        mine.distance == other.distance && least == other.least() && least == mine.distance + 1;
    if (same && mine.distance > 0 && is_more(mine.copies, other.copies)) {
        return Fact{.kind = FactKind::Effective, .copies = {mine.copies, other.copies}};
    }
    if (mine.targets.empty() || other.targets.empty()) return std::nullopt;
    const auto& target = mine.targets.front();
    const auto& found = other.targets.front();
    if (!target || !found) return std::nullopt;
    const Plan& plan = mine.plans.front();
    const Plan& theirs = other.plans.front();
    const bool alike = plan.fan() == theirs.fan() && target->lacks() == found->lacks();
    if (!alike || !is_more(plan.copies, theirs.copies)) return std::nullopt;
    return Fact{.kind = FactKind::Left, .copies = {plan.copies, theirs.copies}};
}

bool Finder::is_more(int mine, int other) const {
    return mine - other >= std::max(tables_.limits.more_copies, tables_.limits.more_part * other);
}

}  // namespace mj::why

#include "why/plans.hpp"

#include <algorithm>
#include <bit>

#include "shanten/forms.hpp"

namespace mj::why {

namespace {

// For All Types a single tile does not matter if its type has more tiles than this.
constexpr std::size_t kMany = 3;
constexpr std::size_t kSetSize = 3;

std::size_t count_of(const std::vector<Tiles>& sets, const Tiles& one) {
    return static_cast<std::size_t>(std::ranges::count(sets, one));
}

bool has_all(const std::vector<Tiles>& have, const std::vector<Tiles>& sets) {
    return std::ranges::all_of(
        sets, [&](const Tiles& one) { return count_of(have, one) >= count_of(sets, one); });
}

// A meld as a set of three tiles.
Tiles set_of(const Meld& meld) {
    const auto low = static_cast<Tile>(meld.tile - 1);
    const auto high = static_cast<Tile>(meld.tile + 1);
    if (meld.kind == MeldKind::Chow) return {low, meld.tile, high};
    return {meld.tile, meld.tile, meld.tile};
}

// All tiles of the melds; a kong has four.
Tiles tiles_of(const Melds& melds) {
    Tiles tiles;
    for (const Meld& meld : melds) {
        const Tiles set = set_of(meld);
        tiles.insert(tiles.end(), set.begin(), set.end());
        if (meld.kind == MeldKind::Kong) tiles.push_back(meld.tile);
    }
    return tiles;
}

// The tiles that a target needs, that one action keeps and the other gives away.
Tiles tiles_needed(const FoundHand& target, const Left& mine, const Left& other) {
    Tiles found;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        const int held = target.counts[tile] - target.missing[tile];
        if (held > other.hand[tile] && mine.hand[tile] > other.hand[tile]) found.push_back(tile);
    }
    return found;
}

// The tiles of a set that the hand already has.
Tiles held_of(Tiles tiles, const FoundHand& target) {
    std::ranges::sort(tiles);
    Tiles held;
    for (const Tile tile : tiles) {
        const int there = target.counts[tile] - target.missing[tile];
        if (std::ranges::count(held, tile) < there) held.push_back(tile);
    }
    return held;
}

// -- fans of certain sets -------------------------------------------------------------------------

// The sets not melded yet.
std::vector<Tiles> not_melded(std::vector<Tiles> sets, const std::vector<Tiles>& on_table) {
    for (const Tiles& tiles : on_table) {
        const auto laid = std::ranges::find(sets, tiles);
        if (laid != sets.end()) sets.erase(laid);
    }
    return sets;
}

// Whether the sets are all among these nine knitted tiles.
bool is_knitted(const std::vector<Tiles>& sets, const Tiles& nine) {
    return std::ranges::all_of(sets, [&](const Tiles& one) {
        return std::ranges::all_of(
            one, [&](Tile tile) { return std::ranges::find(nine, tile) != nine.end(); });
    });
}

// The concealed sets of a target that make a fan; empty if there are none.
std::vector<Tiles> sets_in(const FanTiles& fan, const FoundHand& target, const Melds& melds) {
    std::vector<Tiles> on_table;
    for (const Meld& meld : melds) on_table.push_back(set_of(meld));
    for (const readings::Reading& reading : readings::readings_of(target.counts, melds.size)) {
        std::vector<Tiles> have;
        Tiles knitted;
        for (const readings::Part& part : reading.parts) {
            have.push_back(part.tiles);
            if (part.kind == readings::PartKind::Knitted) knitted = part.tiles;
        }
        have.insert(have.end(), on_table.begin(), on_table.end());
        for (const auto& sets : fan.sets) {
            if (has_all(have, sets)) return not_melded(sets, on_table);
            if (is_knitted(sets, knitted)) return sets;
        }
    }
    return {};
}

// -- fans of the whole hand -----------------------------------------------------------------------

// A tile that a plan needs, and that `mine` keeps and `other` gives away.
struct Given {
    const Plan& plan;
    const Left& mine;
    const Left& other;
    Tile tile;
};

// The tile, if the plan has a place for it but not for the tile discarded instead.
Tiles if_allowed(const Given& given, TileSet allowed, bool single) {
    const Tile discard = given.mine.discard;
    const bool may = discard != kNoTile && (allowed & bit_of(discard)) != 0;
    const bool has_place = may && (!single || given.mine.hand[discard] == 0);
    return (allowed & bit_of(given.tile)) != 0 && !has_place ? Tiles{given.tile} : Tiles{};
}

TileSet bits_of(const auto& tiles) {
    TileSet bits = 0;
    for (const auto tile : tiles) bits |= bit_of(tile);
    return bits;
}

constexpr TileSet between(int first, int end) { return bit_of(end) - bit_of(first); }

// A pair or a pung that the other action breaks.
Tiles of_pairs(const Given& given) {
    const int count = given.mine.hand[given.tile];
    return count >= 2 ? Tiles(static_cast<std::size_t>(count), given.tile) : Tiles{};
}

// The tiles of a type of which the hand has few.
Tiles of_all_types(const Given& given) {
    const int type = type_of(given.tile);
    const auto inside = [&](Tile tile) { return type_of(tile) == type; };
    if (std::ranges::any_of(tiles_of(given.other.melds), inside)) return {};
    Tiles tiles;
    for (Tile tile = kFirstOfType[type]; tile < kFirstOfType[type + 1]; ++tile) {
        tiles.insert(tiles.end(), given.mine.hand[tile], tile);
    }
    return tiles.size() <= kMany ? tiles : Tiles{};
}

// The tile, if it is of the hand's longest suit, or an honour where honours are allowed.
Tiles of_one_suit(const Given& given, bool honours) {
    std::array<int, kSuits> suits{};
    for (Tile tile = 0; tile < kFirstHonour; ++tile) suits[suit_of(tile)] += given.mine.hand[tile];
    for (const Tile tile : tiles_of(given.mine.melds)) {
        if (is_suited(tile)) ++suits[suit_of(tile)];
    }
    const int suit = static_cast<int>(std::ranges::max_element(suits) - suits.begin());
    const TileSet allowed = between(kSuitSize * suit, kSuitSize * (suit + 1));
    return if_allowed(given, allowed | (honours ? kHonours : 0), false);
}

// The tile, if it is the hand's only one of its kind.
Tiles of_knitted(const Given& given) {
    TileSet have = bits_of(given.plan.missing);
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (given.mine.hand[tile] > 0) have |= bit_of(tile);
    }
    const auto& straight = *std::ranges::max_element(
        shanten::kKnittedStraights, {},
        [&](const shanten::Straight& one) { return std::popcount(have & bits_of(one)); });
    return if_allowed(given, bits_of(straight) | kHonours, true);
}

Tiles by_rule(const Given& given, const FanTiles& fan) {
    switch (fan.rule) {
        case Rule::Pairs: return of_pairs(given);
        case Rule::AllTypes: return of_all_types(given);
        case Rule::HalfFlush: return of_one_suit(given, true);
        case Rule::FullFlush: return of_one_suit(given, false);
        case Rule::Knitted: return of_knitted(given);
        default: return if_allowed(given, fan.allowed, fan.single);
    }
}

}  // namespace

std::vector<Plan> plans_of(std::span<const LikelyTarget> targets, const Counts& unseen) {
    std::vector<Plan> found;
    for (const LikelyTarget& target : targets) {
        Plan plan{.fans = {}, .total = target.win.fan, .missing = {}, .copies = 0};
        for (const FanItem& item : target.win.fans()) plan.fans.push_back(item.fan);
        for (Tile tile = 0; tile < kTileKinds; ++tile) {
            if (target.missing[tile] == 0) continue;
            plan.missing.push_back(tile);
            plan.copies += unseen[tile];
        }
        if (!plan.fans.empty()) found.push_back(std::move(plan));
    }
    return found;
}

Tiles kept_for(const Plan& plan, const FoundHand& target, const Left& mine, const Left& other) {
    const Tiles lost = tiles_needed(target, mine, other);
    const FanTiles& fan = fan_tiles(plan.fan());
    if (fan.rule != Rule::None) {
        for (const Tile tile : lost) {
            Tiles kept = by_rule({plan, mine, other, tile}, fan);
            if (!kept.empty()) return kept;
        }
        return {};
    }
    const auto sets = sets_in(fan, target, mine.melds);
    const auto breaks = [&](Tile tile) {
        std::ptrdiff_t of_fan = 0;
        for (const Tiles& one : sets) of_fan += std::ranges::count(one, tile);
        return std::ranges::find(lost, tile) != lost.end() && of_fan > other.hand[tile];
    };
    for (const Tiles& group : sets) {
        if (std::ranges::any_of(group, breaks)) return held_of(group, target);
    }
    return {};
}

std::pair<Tiles, Tiles> kept_at_all(const FoundHand& target, const Left& mine, const Left& other) {
    const Tiles lost = tiles_needed(target, mine, other);
    const auto all = readings::readings_of(target.counts, mine.melds.size);
    if (all.empty()) return {};
    for (const readings::Part& part : all.front().parts) {
        if (part.tiles.size() > kSetSize) continue;
        const auto is_lost = [&](Tile tile) { return std::ranges::find(lost, tile) != lost.end(); };
        if (std::ranges::none_of(part.tiles, is_lost)) continue;
        const Tiles held = held_of(part.tiles, target);
        Tiles lacks;
        for (const Tile tile : part.tiles) {
            const bool missing =
                std::ranges::count(part.tiles, tile) > std::ranges::count(held, tile);
            if (missing && (lacks.empty() || lacks.back() != tile)) lacks.push_back(tile);
        }
        return {held, lacks};
    }
    return {};
}

Tiles made_for(const Plan& plan, const std::optional<FoundHand>& target, const Left& mine) {
    Tiles newest = set_of(mine.melds[mine.melds.size - 1]);
    if (plan.fan() == fan::index_of(fan::Fan::AllPungs)) {
        return newest.front() == newest.back() ? newest : Tiles{};
    }
    if (!target) return {};
    for (const readings::Reading& reading :
         readings::readings_of(target->counts, mine.melds.size)) {
        std::vector<Tiles> have;
        for (const Meld& meld : mine.melds) have.push_back(set_of(meld));
        for (const readings::Part& part : reading.parts) have.push_back(part.tiles);
        for (const auto& sets : fan_tiles(plan.fan()).sets) {
            if (count_of(sets, newest) > 0 && has_all(have, sets)) return newest;
        }
    }
    return {};
}

}  // namespace mj::why

#include "study/effective.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "study/rows.hpp"
#include "table/game.hpp"

namespace mj {

namespace {

// All of the nearest targets and no farther ones: a few hundred at most.
constexpr int kAll = 100'000;
constexpr int kFar = 99;

// The distance to 8 fan, and the tiles that shorten it.
struct EightFan {
    int shanten;
    TileSet effective;
};

// discard: kNoTile if none is due. eight: nothing if no hand of 8 fan is possible.
struct EffectiveRow {
    Tile discard;
    Least least;
    std::optional<EightFan> eight;
};

std::optional<EightFan> eight_fan_of(Nearest& nearest, const GameState& state, const Counts& hand) {
    const HandContext context =
        hand_context_of(hand, state.own_melds(), state.unseen, state.seat, state.prevalent_wind);
    std::optional<EightFan> found;
    for (const TargetHand& target : nearest(context)) {
        if (target.fan < kLeastFan) continue;
        if (!found) found = EightFan{target.distance - 1, 0};
        if (target.distance - 1 != found->shanten) continue;
        for (int tile = 0; tile < kTileKinds; ++tile) {
            if (target.counts[tile] > context.have[tile]) found->effective |= bit_of(tile);
        }
    }
    return found;
}

int to_eight(const EffectiveRow& row) { return row.eight ? row.eight->shanten : kFar; }

void write_row(const EffectiveRow& row, const Counts& unseen, Json& json) {
    json.open('{').key("tile");
    row.discard == kNoTile ? json.null() : json.text(code_of(row.discard));
    write_least(row.least, unseen, json);
    json.key("eight");
    if (row.eight) {
        json.open('{').key("shanten").number(row.eight->shanten);
        write_effective(row.eight->effective, unseen, json);
        json.close('}');
    } else {
        json.null();
    }
    json.close('}');
}

}  // namespace

std::string effective_tiles(const GameState& state, std::span<const Action> legal,
                            const std::shared_ptr<const OddsTables>& tables, OddsOptions options) {
    options.slack = 0;
    options.max_targets = kAll;
    options.max_chicken_hands = 0;
    FanCache fans;
    Nearest nearest(tables, options, fans);
    Shanten shanten;
    std::vector<EffectiveRow> rows;
    const auto add = [&](Tile discard, const Counts& hand) {
        rows.push_back(
            {discard, live_least(shanten, hand, state.unseen), eight_fan_of(nearest, state, hand)});
    };
    for (const Action& action : legal) {
        if (action.kind != ActionKind::Play) continue;
        Counts hand = state.hand;
        --hand[action.tile];
        add(action.tile, hand);
    }
    if (rows.empty()) add(kNoTile, state.hand);
    const auto distance = [](const EffectiveRow& row) { return row.least.distance; };
    const int least = distance(*std::ranges::min_element(rows, {}, distance));
    const int eight = to_eight(*std::ranges::min_element(rows, {}, to_eight));
    std::erase_if(rows, [&](const EffectiveRow& row) {
        return distance(row) != least && to_eight(row) != eight;
    });
    std::ranges::sort(rows, {}, [&](const EffectiveRow& row) {
        const TileSet tiles = row.eight ? row.eight->effective : row.least.effective;
        return std::tuple(to_eight(row), distance(row), -copies_left(tiles, state.unseen),
                          row.discard);
    });
    Json json;
    return json.list(rows, [&](const EffectiveRow& row) { write_row(row, state.unseen, json); })
        .take();
}

}  // namespace mj

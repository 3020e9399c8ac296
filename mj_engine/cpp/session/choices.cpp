#include "session/choices.hpp"

#include <algorithm>

#include "study/rows.hpp"
#include "table/judge_names.hpp"
#include "table/observe.hpp"
#include "table/win_rows.hpp"

namespace mj {

namespace {

void write_declared(const Win& found, bool self_drawn, Json& json) {
    json.key("fan").number(found.total).key("flowers").number(found.total - found.fan);
    json.key("fans").list(found.fans(), [&](const FanItem& item) {
        json.open('[').text(judge_name_of(item.fan)).number(item.times);
        json.number(fan::kFanValues[item.fan]).close(']');
    });
    json.key("points").number(points_of_win(found.total, self_drawn));
}

void write_uses(const Action& action, Tile offered, Json& json) {
    json.key("uses").open('[');
    if (action.kind == ActionKind::Chi) {
        for (int tile = action.chow - 1; tile <= action.chow + 1; ++tile) {
            if (tile != offered) json.number(tile);
        }
    } else if (action.kind == ActionKind::Bugang) {
        json.number(action.tile);
    } else {
        const bool is_own = action.kind == ActionKind::Gang && action.tile != kNoTile;
        int tiles = action.kind == ActionKind::Peng ? 2 : 3;
        if (is_own) tiles = kCopies;
        for (int tile = 0; tile < tiles; ++tile) json.number(is_own ? action.tile : offered);
    }
    json.close(']');
}

void write_under_eight(const Game& game, int seat, std::span<const Action> legal, Json& json) {
    const bool is_asked = decision_of(game, seat) != Decision::Nothing;
    const bool wins = !legal.empty() && legal.front().kind == ActionKind::Hu;
    const auto found = is_asked && !wins ? win_now(game, seat) : std::nullopt;
    if (!found || found->fan >= kLeastFan) {
        json.null();
        return;
    }
    json.open('{').key("tile").text(code_of(winning_of(game, seat).tile));
    write_win(*found, json);
    json.key("points").number(0).close('}');
}

}  // namespace

void write_choices(const Game& game, int seat, std::span<const Action> legal, Json& json) {
    json.list(legal, [&](const Action& action) {
        const std::string text = text_of(action);
        json.open('{').key("action").text(text).key("kind").text(text.substr(0, text.find(' ')));
        if (action.kind == ActionKind::Hu) {
            const auto found = win_now(game, seat);
            if (found) write_declared(*found, game.event.kind == EventKind::Draw, json);
        } else if (action.kind != ActionKind::Pass && action.kind != ActionKind::Play) {
            write_uses(action, game.offered, json);
        }
        json.close('}');
    });
}

void write_table_waits(const Game& game, int seat, std::span<const Action> legal, Json& json) {
    const GameState state = state_of(game, seat);
    json.open('{').key("now");
    if (state.decision == Decision::OwnDraw) {
        json.open('[').close(']');
    } else {
        write_waits(waits_of(state, state.hand, state.own_melds()), state.flowers[seat], json);
    }
    json.key("after");
    write_waits_after(state, legal, json);
    json.key("under_eight");
    write_under_eight(game, seat, legal, json);
    json.close('}');
}

}  // namespace mj

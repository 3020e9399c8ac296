#include "study/study.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "odds/forecast/features.hpp"
#include "study/rows.hpp"
#include "table/legality.hpp"
#include "table/observe.hpp"
#include "table/win_rows.hpp"
#include "tactics/successor.hpp"

namespace mj {

namespace {

constexpr std::array<std::string_view, 7> kKindNames{"PASS", "PLAY",   "CHI", "PENG",
                                                     "GANG", "BUGANG", "HU"};

void write_forms(const Situation& where, Shanten& shanten, Json& json) {
    const Counts unseen = where.unseen();
    auto forms = live_forms(shanten, where.hand, unseen);
    std::ranges::sort(forms, {},
                      [](const LiveForm& one) { return std::pair(one.distance, one.form); });
    json.key("forms").list(forms, [&](const LiveForm& one) {
        json.open('{');
        write_form(one.form, json);
        json.key("shanten").number(one.distance).key("dead").truth(one.dead);
        write_effective(one.effective, unseen, json);
        json.close('}');
    });
    json.key("shanten").number(forms.front().distance);
}

// A decision: the seat's state and its legal answers.
struct Asked {
    Asked(const Game& game, int seat) : state(state_of(game, seat)) {
        list_legal(game, seat, legal);
    }

    GameState state;
    ActionList legal;
};

// The hand after an action.
void write_left(const GameState& state, const Action& action, Shanten& shanten, Json& json) {
    write_action(action, json);
    if (action.kind == ActionKind::Hu) return;
    json.key("tile").text(code_of(action.tile));
    write_least(live_least(shanten, hand_after(state, action).hand, state.unseen), state.unseen,
                json);
}

void write_draw(const Situation& where, Adviser* adviser, Shanten& shanten, Json& json) {
    const Game game = after_draw(where);
    const Asked asked(game, where.seat);
    const GameState& state = asked.state;
    json.key("drawn").text(code_of(where.last)).key("table").open('{');
    json.key("own_draws_left").number(state.walls[where.seat]);
    json.key("known").truth(is_table_known(state)).close('}').key("win");
    if (const auto win = win_now(game, where.seat)) {
        write_paid(*win, where.flowers, true, json);
    } else {
        json.null();
    }
    json.key("waits");
    write_waits_after(state, asked.legal.all(), json);
    json.key("actions");
    if (adviser == nullptr) {
        json.list(asked.legal.all(), [&](const Action& action) {
            json.open('{');
            write_left(state, action, shanten, json);
            json.close('}');
        });
        return;
    }
    const auto explained = adviser->learned.explain(state, asked.legal.all());
    const Said said{state, explained, adviser->losses, false};
    json.list(said.all, [&](const Explained& one) {
        json.open('{');
        write_left(state, one.candidate.action, shanten, json);
        json.key("chosen").truth(&one == said.all.data());
        write_candidate(said, one, json);
        json.close('}');
    });
    json.key("choice").text(text_of(said.all.front().candidate.action));
    write_reason(said, nullptr, json);
}

void write_figures(const Explained& one, const std::string& before, Json& json) {
    json.key(before + "value").number(one.candidate.value);
    json.key(before + "win_chance").number(one.win_chance);
    json.key(before + "expected_score").number(one.expected_score);
}

void write_said_of_claim(const std::vector<Explained>& explained, Json& json) {
    const auto passes = [](const Explained& one) {
        return one.candidate.action.kind == ActionKind::Pass;
    };
    const auto passing = std::ranges::find_if(explained, passes);
    const auto claiming = std::ranges::find_if_not(explained, passes);
    json.key("choice").text(text_of(explained.front().candidate.action));
    json.key("best_claim").text(text_of(claiming->candidate.action));
    write_figures(*claiming, "", json);
    write_figures(*passing, "pass_", json);
}

// A tile that the seat may claim if it is discarded. Only the next seat may chow it; other claims
// work from any seat.
void write_claim(const Asked& asked, int left, Shanten& shanten, Json& json) {
    std::vector<ActionKind> kinds;
    std::optional<int> claimed;
    for (const Action& action : asked.legal.all()) {
        if (action.kind == ActionKind::Pass) continue;
        if (std::ranges::find(kinds, action.kind) == kinds.end()) kinds.push_back(action.kind);
        if (!discards(action)) continue;
        const Counts hand = hand_after(asked.state, action).hand;
        const int distance = live_distance(shanten, hand, asked.state.unseen);
        claimed = std::min(claimed.value_or(distance), distance);
    }
    json.key("tile").text(code_of(asked.state.offered)).key("left").number(left);
    json.key("can").list(
        kinds, [&](ActionKind kind) { json.text(kKindNames[static_cast<std::size_t>(kind)]); });
    const auto is_other = [](ActionKind kind) { return kind != ActionKind::Chi; };
    json.key("from_any").truth(std::ranges::any_of(kinds, is_other)).key("claimed_shanten");
    claimed ? json.number(*claimed) : json.null();
}

void write_wait(const Situation& where, Adviser* adviser, Shanten& shanten, Json& json) {
    const GameState state = state_of(waiting(where), where.seat);
    json.key("wins");
    write_waits(waits_of(state, where.hand, where.melds), where.flowers, json);
    json.key("claims").open('[');
    const Counts unseen = where.unseen();
    const int giver = (where.seat + kSeats - 1) % kSeats;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (unseen[tile] == 0) continue;
        const Asked asked(on_discard(where, tile, giver), where.seat);
        if (asked.legal.size == 1) continue;
        json.open('{');
        write_claim(asked, unseen[tile], shanten, json);
        if (adviser != nullptr) {
            write_said_of_claim(adviser->learned.explain(asked.state, asked.legal.all()), json);
        }
        json.close('}');
    }
    json.close(']');
}

// With a tile missing: what each tile would bring, the nearest first.
void write_short(const Situation& where, Shanten& shanten, Json& json) {
    struct Addition {
        Tile tile;
        Least least;
        Counts after;
    };
    const Counts unseen = where.unseen();
    std::vector<Addition> additions;
    for (Tile tile = 0; tile < kTileKinds; ++tile) {
        if (unseen[tile] == 0) continue;
        Counts hand = where.hand;
        ++hand[tile];
        Counts after = unseen;
        --after[tile];
        additions.push_back({tile, live_least(shanten, hand, after), after});
    }
    std::ranges::sort(additions, {}, [](const Addition& one) {
        return std::tuple(one.least.distance, -copies_left(one.least.effective, one.after),
                          one.tile);
    });
    json.key("shanten").number(additions.empty() ? kNever : additions.front().least.distance);
    json.key("additions").list(additions, [&](const Addition& one) {
        json.open('{').key("tile").text(code_of(one.tile)).key("left").number(unseen[one.tile]);
        write_least(one.least, one.after, json);
        json.close('}');
    });
}

}  // namespace

void write_study(const Situation& where, Adviser* adviser, Json& json) {
    constexpr std::array<std::string_view, 3> kStages{"short", "wait", "draw"};
    Shanten shanten;
    const int over = where.size() - kHandSize;
    json.key("tiles");
    write_tiles(where.hand, json);
    json.key("seat").number(where.seat).key("prevalent_wind").number(where.prevalent_wind);
    json.key("turn").number(where.draws()).key("stage").text(kStages[over + 1]);
    if (over < 0) return write_short(where, shanten, json);
    write_forms(where, shanten, json);
    over > 0 ? write_draw(where, adviser, shanten, json)
             : write_wait(where, adviser, shanten, json);
}

}  // namespace mj

// The study of a hand, with the names of mj_lab/analysis/study.py, which says what each is.
#include <algorithm>

#include "bind/wasm/engine.hpp"
#include "bind/wasm/rows.hpp"
#include "review/situation.hpp"
#include "shanten/live.hpp"
#include "table/legality.hpp"
#include "table/observe.hpp"
#include "tactics/successor.hpp"

namespace wasm {

namespace {

constexpr std::array<std::string_view, 7> kKindNames{"PASS", "PLAY",   "CHI", "PENG",
                                                     "GANG", "BUGANG", "HU"};

// Copies that may still come: none is below 0, for no fifth copy comes so far.
mj::Counts unseen_of(const mj::Situation& where) {
    mj::Counts unseen{};
    std::ranges::transform(where.unseen(), unseen.begin(),
                           [](int left) { return static_cast<std::uint8_t>(left); });
    return unseen;
}

void write_forms(mj::Shanten& shanten, const mj::Situation& where, mj::Json& json) {
    const mj::Counts unseen = unseen_of(where);
    auto forms = mj::live_forms(shanten, where.hand, unseen);
    std::ranges::sort(forms, {},
                      [](const mj::LiveForm& one) { return std::pair(one.distance, one.form); });
    json.key("forms").list(forms, [&](const mj::LiveForm& one) {
        json.open('{').key("form").text(name_of(one.form)).key("shanten").number(one.distance);
        json.key("dead").truth(one.dead);
        write_effective(one.effective, unseen, json);
        json.close('}');
    });
    json.key("shanten").number(forms.front().distance);
}

// A table, what its seat knows and may do.
struct Asked {
    Asked(const mj::Game& game, int seat) : state(mj::state_of(game, seat)) {
        mj::list_legal(game, seat, legal);
    }

    mj::GameState state;
    mj::ActionList legal;
};

// A win that is on offer now, null if there is none.
void write_win_now(const mj::Game& game, int seat, mj::Json& json) {
    const mj::Winning winning = mj::winning_of(game, seat);
    mj::Win found;
    json.key("win");
    if (mj::win(winning.hand, game.melds[seat], winning.tile, winning.context, found)) {
        write_paid(found, winning.context.flowers, winning.context.self_drawn, json);
    } else {
        json.null();
    }
}

void write_draw(const mj::Game& game, const Asked& asked,
                const std::vector<mj::Explained>& explained, const mj::LossScale& losses,
                mj::Shanten& shanten, const mj::Situation& where, mj::Json& json) {
    json.key("drawn").text(mj::code_of(where.last));
    json.key("choice").text(mj::text_of(explained.front().candidate.action));
    json.key("actions").list(explained, [&](const mj::Explained& one) {
        const mj::Action& action = one.candidate.action;
        json.open('{').key("chosen").truth(&one == explained.data());
        if (action.kind != mj::ActionKind::Hu) {
            json.key("tile").text(mj::code_of(action.tile));
            const auto left = mj::hand_after(asked.state, action).hand;
            write_least(mj::live_least(shanten, left, asked.state.unseen), asked.state.unseen,
                        json);
        }
        write_candidate(one, explained, {asked.state, losses, false}, json);
        json.close('}');
    });
    json.key("table").open('{').key("own_draws_left").number(asked.state.walls[where.seat]);
    json.key("known").truth(mj::is_table_known(asked.state)).close('}');
    write_win_now(game, where.seat, json);
    json.key("waits");
    write_waits_after(asked.state, asked.legal.all(), json);
}

void write_figures(const mj::Explained& one, const std::string& before, mj::Json& json) {
    json.key(before + "value").number(one.candidate.value);
    json.key(before + "win_chance").number(one.win_chance);
    json.key(before + "expected_score").number(one.expected_score);
}

// What to do if the seat before discards this tile.
void write_claim(mj::Learned& adviser, mj::Shanten& shanten, const mj::Situation& where,
                 const Asked& asked, mj::Json& json) {
    const mj::Tile tile = asked.state.offered;
    std::vector<mj::ActionKind> kinds;
    int claimed = -1;
    bool claims = false;
    for (const mj::Action& action : asked.legal.all()) {
        if (action.kind == mj::ActionKind::Pass) continue;
        if (std::ranges::find(kinds, action.kind) == kinds.end()) kinds.push_back(action.kind);
        if (!mj::discards(action)) continue;
        const int distance = mj::live_distance(shanten, mj::hand_after(asked.state, action).hand,
                                               asked.state.unseen);
        claimed = claims ? std::min(claimed, distance) : distance;
        claims = true;
    }
    const auto explained = adviser.explain(asked.state, asked.legal.all());
    const auto passes = [](const mj::Explained& one) {
        return one.candidate.action.kind == mj::ActionKind::Pass;
    };
    const auto passing = std::ranges::find_if(explained, passes);
    const auto claiming = std::ranges::find_if_not(explained, passes);
    json.open('{').key("tile").text(mj::code_of(tile)).key("left").number(where.unseen()[tile]);
    json.key("can").list(
        kinds, [&](mj::ActionKind kind) { json.text(kKindNames[static_cast<std::size_t>(kind)]); });
    const auto is_other = [](mj::ActionKind kind) { return kind != mj::ActionKind::Chi; };
    json.key("from_any").truth(std::ranges::any_of(kinds, is_other));
    json.key("choice").text(mj::text_of(explained.front().candidate.action)).key("claimed_shanten");
    if (claims) {
        json.number(claimed);
    } else {
        json.null();
    }
    json.key("best_claim").text(mj::text_of(claiming->candidate.action));
    write_figures(*claiming, "", json);
    write_figures(*passing, "pass_", json);
    json.close('}');
}

void write_wait(mj::Learned& adviser, mj::Shanten& shanten, const mj::Situation& where,
                mj::Json& json) {
    const mj::GameState state = mj::state_of(mj::waiting(where), where.seat);
    json.key("wins");
    write_waits(mj::waits_of(state, where.hand, where.melds), where.flowers, json);
    json.key("claims").open('[');
    const int giver = (where.seat + mj::kSeats - 1) % mj::kSeats;
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile) {
        if (where.unseen()[tile] == 0) continue;
        const Asked asked(mj::on_discard(where, tile, giver), where.seat);
        if (asked.legal.size > 1) write_claim(adviser, shanten, where, asked, json);
    }
    json.close(']');
}

// A tile is missing: what each would bring, the nearest first.
void write_short(mj::Shanten& shanten, const mj::Situation& where, mj::Json& json) {
    struct Addition {
        mj::Tile tile;
        mj::Least least;
        mj::Counts after;
    };
    std::vector<Addition> additions;
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile) {
        if (where.unseen()[tile] == 0) continue;
        mj::Counts hand = where.hand;
        ++hand[tile];
        mj::Counts after = unseen_of(where);
        --after[tile];
        additions.push_back({tile, mj::live_least(shanten, hand, after), after});
    }
    std::ranges::sort(additions, {}, [](const Addition& one) {
        return std::tuple(one.least.distance, -mj::copies_left(one.least.effective, one.after),
                          one.tile);
    });
    json.key("shanten").number(additions.front().least.distance);
    json.key("additions").list(additions, [&](const Addition& one) {
        json.open('{').key("tile").text(mj::code_of(one.tile));
        json.key("left").number(where.unseen()[one.tile]);
        write_least(one.least, one.after, json);
        json.close('}');
    });
}

}  // namespace

// The concealed tiles, the one written last at the end; the melds, a line each; flowers, seat,
// prevalent wind, turn (0 for as few as can be), the tiles seen elsewhere.
Reply Engine::study(Fields& fields) {
    mj::Situation where;
    for (const mj::Tile tile : fields.standing_tiles("hand")) {
        ++where.hand[tile];
        where.last = tile;
    }
    where.melds = melds_in(fields);
    where.flowers = fields.number(mj::kFlowerKinds + 1, "flowers");
    where.seat = fields.number(mj::kSeats, "seat");
    where.prevalent_wind = fields.number(mj::kSeats, "prevalent wind");
    where.turn = fields.number(mj::kMostWallSize, "turn");
    for (const mj::Tile tile : fields.standing_tiles("seen")) ++where.seen[tile];
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    if (const auto fault = mj::fault_of(where)) return *fault;
    mj::Shanten shanten;
    mj::Json json;
    json.open('{').key("seat").number(where.seat);
    json.key("prevalent_wind").number(where.prevalent_wind);
    json.key("turn").number(where.draws()).key("tactic").text("learned").key("stage");
    const int over = where.size() - mj::kHandSize;
    constexpr std::array<std::string_view, 3> kStages{"short", "wait", "draw"};
    json.text(kStages[over + 1]);
    if (over < 0) {
        write_short(shanten, where, json);
    } else {
        write_forms(shanten, where, json);
    }
    if (over == 0) write_wait(adviser_, shanten, where, json);
    if (over > 0) {
        const mj::Game game = mj::after_draw(where);
        const Asked asked(game, where.seat);
        const auto explained = adviser_.explain(asked.state, asked.legal.all());
        write_draw(game, asked, explained, losses_, shanten, where, json);
        write_reason(asked.state, explained, false, nullptr, json);
    }
    return json.close('}').take();
}

}  // namespace wasm

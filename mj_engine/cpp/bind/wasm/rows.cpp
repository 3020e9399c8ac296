#include "bind/wasm/rows.hpp"

#include <bit>
#include <cmath>

#include "table/judge_names.hpp"
#include "tactics/successor.hpp"

namespace wasm {

namespace {

void write_tile(mj::Tile tile, mj::Json& json) {
    if (tile == mj::kNoTile) {
        json.null();
    } else {
        json.text(mj::code_of(tile));
    }
}

void write_seat(int seat, mj::Json& json) {
    if (seat == mj::kNobody) {
        json.null();
    } else {
        json.number(seat);
    }
}

void write_melds(const mj::Melds& melds, mj::Json& json) {
    constexpr std::array<std::string_view, 3> kKinds{"CHI", "PENG", "GANG"};
    json.list(melds, [&](const mj::Meld& meld) {
        json.open('{').key("kind").text(kKinds[static_cast<std::size_t>(meld.kind)]);
        json.key("tile");
        write_tile(meld.tile, json);
        json.key("offer").number(meld.offer).key("added").truth(meld.added).close('}');
    });
}

void write_target(const mj::LikelyTarget& target, const mj::GameState& state, mj::Json& json) {
    json.open('{').key("fan").number(target.win.fan);
    json.key("fans").list(target.win.fans(),
                          [&](const mj::FanItem& item) { json.text(mj::judge_name_of(item.fan)); });
    json.key("missing").open('{');
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile) {
        if (target.missing[tile] > 0) json.key(mj::code_of(tile)).number(state.unseen[tile]);
    }
    json.close('}').close('}');
}

// Whether the danger is shown: where nothing is known of the others there is none to show.
bool is_danger_known(const mj::Candidate& one, bool others_known) {
    return one.deal_in == 0 || others_known;
}

// The figures that pages show have four digits, and facts are found in them.
double shown(double value) {
    constexpr double kDigits = 1e4;
    return std::round(value * kDigits) / kDigits;
}

}  // namespace

std::vector<mj::why::Row> rows_of(const std::vector<mj::Explained>& explained,
                                  const mj::GameState& state, bool others_known) {
    std::vector<mj::why::Row> rows;
    for (const mj::Explained& one : explained) {
        const mj::Candidate& candidate = one.candidate;
        mj::why::Row& row = rows.emplace_back();
        row.text = mj::text_of(candidate.action);
        row.action = candidate.action;
        row.win_chance = shown(one.win_chance);
        row.expected_score = shown(one.expected_score);
        row.learned = shown(one.learned);
        if (candidate.action.kind == mj::ActionKind::Hu) row.fan = candidate.action.fan;
        if (!one.ends && is_danger_known(candidate, others_known)) {
            row.deal_in = shown(candidate.deal_in);
        }
        row.plans = mj::why::plans_of(one.targets, state.unseen);
    }
    return rows;
}

void write_effective(mj::TileSet tiles, const mj::Counts& unseen, mj::Json& json) {
    json.key("effective").open('{');
    for (mj::TileSet left = tiles; left != 0; left &= left - 1) {
        const auto tile = static_cast<mj::Tile>(std::countr_zero(left));
        if (unseen[tile] > 0) json.key(mj::code_of(tile)).number(unseen[tile]);
    }
    json.close('}').key("copies").number(mj::copies_left(tiles, unseen));
}

void write_least(const mj::Least& least, const mj::Counts& unseen, mj::Json& json) {
    json.key("shanten").number(least.distance);
    write_effective(least.effective, unseen, json);
    json.key("forms").list(least.forms, [&](mj::WinForm form) { json.text(name_of(form)); });
}

void write_tiles(const mj::Counts& counts, mj::Json& json) {
    json.open('[');
    for (mj::Tile tile = 0; tile < mj::kTileKinds; ++tile) {
        for (int copy = 0; copy < counts[tile]; ++copy) json.text(mj::code_of(tile));
    }
    json.close(']');
}

void write_legal(std::span<const mj::Action> legal, mj::Json& json) {
    json.list(legal, [&](const mj::Action& action) {
        json.open('[').text(mj::text_of(action)).number(action.fan).close(']');
    });
}

void write_state(const mj::GameState& state, mj::Json& json) {
    const auto number = [&](int one) { json.number(one); };
    json.open('{').key("seat").number(state.seat);
    json.key("prevalent_wind").number(state.prevalent_wind).key("turn").number(state.turn);
    json.key("hand");
    write_tiles(state.hand, json);
    json.key("drawn");
    write_tile(state.drawn, json);
    json.key("offered");
    write_tile(state.offered, json);
    json.key("melds").list(state.melds, [&](const mj::Melds& melds) { write_melds(melds, json); });
    json.key("discards").list(state.discards, [&](const mj::Discards& discards) {
        json.list(discards, [&](const mj::Discard& one) {
            json.open('[').text(mj::code_of(one.tile));
            write_seat(one.claimed_by, json);
            json.close(']');
        });
    });
    json.key("unseen").list(state.unseen, number);
    json.key("walls").list(state.walls, number).key("flowers").list(state.flowers, number);
    json.close('}');
}

void write_result(const mj::Result& result, mj::Json& json) {
    json.open('{').key("action").text(mj::word_of(result.verdict)).key("player");
    write_seat(result.player, json);
    json.key("giver");
    write_seat(result.giver, json);
    if (result.has_fan) {
        json.key("fan_total").number(result.win.total);
        write_win(result.win, json);
    }
    json.close('}');
}

namespace {

bool is_as_good(const mj::Explained& one, const mj::Explained& best, const Decided& decided) {
    const auto figures = [&](const mj::Explained& of) {
        mj::Figures known = mj::figures_of(of);
        if (!is_danger_known(of.candidate, decided.others_known)) known.deal_in = 0;
        return known;
    };
    const int discards = decided.state.discards[decided.state.seat].size;
    return mj::loss_of(figures(best), figures(one), discards, decided.losses).as_good();
}

}  // namespace

void write_candidate(const mj::Explained& explained, std::span<const mj::Explained> all,
                     const Decided& decided, mj::Json& json) {
    const mj::Candidate& one = explained.candidate;
    const mj::GameState& state = decided.state;
    json.key("action").text(mj::text_of(one.action)).key("value").number(one.value);
    json.key("win_chance").number(explained.win_chance);
    json.key("expected_score").number(explained.expected_score);
    json.key("learned").number(explained.learned);
    if (&explained != all.data() && is_as_good(explained, all.front(), decided)) {
        json.key("as_good").truth(true);
    }
    if (one.action.kind == mj::ActionKind::Hu) json.key("fan").number(one.action.fan);
    if (!explained.ends) {
        json.key("deal_in");
        if (is_danger_known(one, decided.others_known)) {
            json.number(one.deal_in);
        } else {
            json.null();
        }
        json.key("hand_value").number(one.hand_value);
        json.key("targets").list(explained.targets, [&](const mj::LikelyTarget& target) {
            write_target(target, state, json);
        });
    }
}

void write_waits_after(const mj::GameState& state, std::span<const mj::Action> legal,
                       mj::Json& json) {
    json.open('{');
    for (const mj::Action& action : legal) {
        if (!mj::discards(action)) continue;
        const mj::Position left = mj::hand_after(state, action);
        const auto waits = mj::waits_of(state, left.hand, left.melds);
        if (waits.empty()) continue;
        json.key(mj::text_of(action));
        write_waits(waits, state.flowers[state.seat], json);
    }
    json.close('}');
}

void write_waits(const std::vector<mj::Wait>& waits, int flowers, mj::Json& json) {
    json.list(waits, [&](const mj::Wait& wait) {
        json.open('{').key("tile").text(mj::code_of(wait.tile)).key("left").number(wait.left);
        json.key("on_discard");
        write_paid(wait.on_discard, flowers, false, json);
        json.key("self_drawn");
        write_paid(wait.self_drawn, flowers, true, json);
        json.close('}');
    });
}

void write_reviewed(const mj::Reviewed& one, mj::Json& json) {
    json.key("turn").number(static_cast<int>(one.turn));
    json.key("played").text(mj::text_of(one.played)).key("best").text(mj::text_of(one.best));
    json.key("tile");
    write_tile(one.offered, json);
    json.key("own_draw").truth(one.own_draw);
    json.key("told").number(one.loss ? one.loss->predicted : 0.0);
    json.key("lost").number(one.loss ? one.loss->lost : 0.0);
    json.key("lost_error").number(one.loss ? one.loss->error : 0.0).key("grade");
    if (one.loss && one.loss->grade) {
        json.text(*one.loss->grade);
    } else {
        json.null();
    }
    json.key("kind");
    if (one.loss) {
        json.text(mj::kLossKindNames[static_cast<std::size_t>(one.loss->kind)]);
    } else {
        json.null();
    }
    json.key("win_chance").number(one.win_chance);
    json.key("expected_score").number(one.expected_score);
}

}  // namespace wasm

#include "bind/wasm/rows.hpp"

#include "study/rows.hpp"
#include "table/win_rows.hpp"

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

}  // namespace

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

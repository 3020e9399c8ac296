// Questions about records that JavaScript has read: plays a hand from its draws and actions,
// replays a record from its answers, makes a wall for a record without one.
#include "bind/wasm/engine.hpp"
#include "core/json.hpp"
#include "records/made_wall.hpp"
#include "records/plain_hand.hpp"

namespace wasm {

namespace {

constexpr int kMostFan = 1000;
constexpr int kMostTurns = 100'000;

void write_notes(const char* name, const std::vector<mj::TurnNote>& notes, bool has_text,
                 mj::Json& json) {
    json.key(name).list(notes, [&](const mj::TurnNote& note) {
        json.open('[').number(note.turn).number(note.seat);
        if (has_text) json.text(note.text);
        json.close(']');
    });
}

}  // namespace

// Fields: the prevalent wind; whether the wall is common, whether an unnamed seat passed, whether
// nobody won; the fan of the win; the wall; the steps, one per line; held-back flowers: steps and
// seat, one per line.
Reply played_of(Fields& fields) {
    mj::PlainHand hand;
    hand.prevalent_wind = fields.number(mj::kSeats, "wind");
    hand.common_wall = fields.number(2, "common wall") == 1;
    hand.tells_all = fields.number(2, "who passed") == 1;
    hand.drawn = fields.number(2, "drawn") == 1;
    hand.fan = fields.number(kMostFan, "fan");
    hand.wall = fields.tiles("wall");
    for (const auto line : parts_of(fields.text(), '\n')) {
        auto step = mj::step_of(line);
        if (!step) return step.fault();
        hand.steps.push_back(std::move(*step));
    }
    for (const auto line : parts_of(fields.text(), '\n')) {
        const auto words = parts_of(line, ' ');
        if (words.size() != 3) return mj::Fault{"keeping: expected two steps and a seat"};
        hand.keeping.push_back({fields.number_in(words[0], kMostTurns, "keeping"),
                                fields.number_in(words[1], kMostTurns, "keeping"),
                                fields.number_in(words[2], mj::kSeats, "keeping")});
    }
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    mj::HandFault fault;
    const auto found = mj::played(hand, fault);
    mj::Json json;
    if (!found) {
        json.open('{').key("fault").open('[').text(fault.reason).number(fault.line);
        return json.text(fault.about).close(']').close('}').take();
    }
    json.open('{').key("game").json(mj::line_of(found->game, found->record, "", {}));
    write_notes("preempted", found->preempted, true, json);
    write_notes("untold", found->untold, false, json);
    write_notes("false_wins", found->false_wins, false, json);
    return json.close('}').take();
}

// Fields: the wall, the prevalent wind; whether the wall is common, whether it ended without a
// fault; the answers of its turns, one turn per line, tabs between the seats; the platform's
// verdicts: turn, seat, verdict.
Reply again_of(Fields& fields) {
    const auto wall = fields.tiles("wall");
    const int wind = fields.number(mj::kSeats, "wind");
    const bool common = fields.number(2, "common wall") == 1;
    const bool is_whole = fields.number(2, "whole") == 1;
    std::vector<mj::Answers> turns;
    for (const auto row : parts_of(fields.text(), '\n')) {
        const auto texts = parts_of(row, '\t');
        auto& answers = turns.emplace_back();
        for (std::size_t seat = 0; seat < mj::kSeats; ++seat) {
            answers[seat] = mj::Answer(seat < texts.size() ? texts[seat] : std::string_view());
        }
    }
    for (const auto line : parts_of(fields.text(), '\n')) {
        const auto words = parts_of(line, ' ');
        if (words.size() != 3) return mj::Fault{"verdicts: expected turn, seat and verdict"};
        const int turn = fields.number_in(words[0], static_cast<int>(turns.size()), "verdicts");
        const int seat = fields.number_in(words[1], mj::kSeats, "verdicts");
        const mj::Verdict verdict = mj::verdict_of(words[2]);
        if (!fields.fault().empty()) break;
        if (mj::is_platforms(verdict)) turns[turn][seat] = mj::Answer(verdict);
    }
    if (const char* fault = mj::fault_of_wall(wall, wind, common)) fields.wrong(fault);
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const auto again = mj::played_again(mj::new_game(wall, wind, common), turns, is_whole);
    return mj::line_of(again.game, again.record, "", {});
}

// Fields: the tiles of a seat's wall, whether it is common; the four deals, one per line; how many
// flowers each seat was dealt; which ones, one seat per line, or nothing; the later draws, seat and
// tile, one per line.
Reply made_wall_of(Fields& fields) {
    mj::DrawnTiles drawn;
    drawn.wall_size = fields.number(mj::kMostWallSize + 1, "wall size");
    drawn.common_wall = fields.number(2, "common wall") == 1;
    const auto deals = parts_of(fields.text(), '\n');
    const auto counts = parts_of(fields.text(), ' ');
    const auto flowers = parts_of(fields.text(), '\n');
    drawn.flowers_known = flowers.size() == mj::kSeats;
    for (std::size_t seat = 0; seat < mj::kSeats; ++seat) {
        if (seat < deals.size()) drawn.deals[seat] = fields.tiles_in(deals[seat], "deal");
        if (seat < counts.size()) {
            drawn.flowers[seat] = fields.number_in(counts[seat], mj::kMostWallTiles, "flowers");
        }
        if (drawn.flowers_known) {
            drawn.dealt_flowers[seat] = fields.tiles_in(flowers[seat], "flowers");
        }
    }
    for (const auto line : parts_of(fields.text(), '\n')) {
        const auto words = parts_of(line, ' ');
        const auto tiles = fields.tiles_in(words.size() == 2 ? words[1] : "", "draw");
        if (tiles.size() != 1) return mj::Fault{"draws: expected a seat and a tile"};
        drawn.draws.push_back({fields.number_in(words[0], mj::kSeats, "draw"), tiles.front()});
    }
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const auto wall = mj::made_wall(drawn);
    if (!wall) return wall.fault();
    std::string text;
    for (const mj::Tile tile : *wall)
        text.append(text.empty() ? "" : " ").append(mj::code_of(tile));
    mj::Json json;
    return json.text(text).take();
}

}  // namespace wasm

// A match written as a line of our own.
#include "core/json.hpp"
#include "records/match.hpp"

namespace mj {

namespace {

void write_rows(const std::vector<MatchRow>& rows, Json& line) {
    line.list(rows, [&](const MatchRow& row) {
        line.list(row, [&](const std::string& text) { line.text(text); });
    });
}

void write_notes(std::string_view name, const std::vector<TurnNote>& notes, bool has_text,
                 Json& line) {
    if (notes.empty()) return;
    line.key(name).list(notes, [&](const TurnNote& note) {
        line.open('[').number(note.turn).number(note.seat);
        if (has_text) line.text(note.text);
        line.close(']');
    });
}

void write_end(const MatchEnd& end, Json& line) {
    line.key("result").open('{').key("action").text(end.action);
    if (end.player) line.key("player").number(*end.player);
    if (end.fan_total) line.key("fan_total").number(*end.fan_total);
    if (end.fans) {
        line.key("fans").list(*end.fans, [&](const FanLine& fan) {
            line.open('[').text(fan.name).number(fan.times).number(fan.value).close(']');
        });
    }
    line.close('}');
}

void write_beside(const MatchOnRecord& match, Json& line) {
    const auto write_number = [&](std::int64_t number) { line.number(number); };
    const auto write_text = [&](const std::string& text) { line.text(text); };
    write_notes("preempted", match.preempted, true, line);
    write_notes("untold", match.untold, false, line);
    if (!match.wall_known) line.key("wall_known").truth(false);
    write_notes("false_wins", match.false_wins, false, line);
    if (!match.penalties.empty()) line.key("penalties").list(match.penalties, write_number);
    if (!match.player_ids.empty()) line.key("player_ids").list(match.player_ids, write_text);
    if (!match.ratings.empty()) {
        line.key("ratings").list(match.ratings, [&](const std::optional<double>& rating) {
            rating ? line.number(*rating) : line.null();
        });
    }
    if (match.began != 0) line.key("began").number(match.began);
    if (!match.place) return;
    const MatchPlace& place = *match.place;
    line.key("place").open('{').key("match").text(place.match).key("hand").number(place.hand);
    line.key("hands").number(place.hands).key("totals").list(place.totals, write_number).close('}');
}

}  // namespace

std::string line_of(const MatchOnRecord& match) {
    Json line;
    line.open('{').key("id").text(match.id);
    if (!match.players.empty()) {
        line.key("players").list(match.players, [&](const std::string& name) { line.text(name); });
    }
    line.key("quan").number(match.quan);
    if (match.common_wall) line.key("common_wall").truth(true);
    line.key("requests");
    write_rows(match.requests, line);
    line.key("responses");
    write_rows(match.responses, line);
    write_notes("verdicts", match.verdicts, true, line);
    write_beside(match, line);
    line.key("scores").list(match.scores, [&](std::int64_t score) { line.number(score); });
    std::string wall;
    for (const Tile tile : match.wall) wall.append(wall.empty() ? "" : " ").append(code_of(tile));
    line.key("wall").text(wall);
    if (match.level) line.key("level").text(*match.level);
    write_end(match.result, line);
    return line.close('}').take();
}

}  // namespace mj

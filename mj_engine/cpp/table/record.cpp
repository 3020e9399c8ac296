#include "table/record.hpp"

#include "core/json.hpp"
#include "table/judge_names.hpp"
#include "table/wire.hpp"

namespace mj {

namespace {

void write_verdicts(const Record& record, Json& line) {
    bool found = false;
    for (std::size_t turn = 0; turn < record.turns.size(); ++turn) {
        for (int seat = 0; seat < kSeats; ++seat) {
            const Answer& answer = record.turns[turn].answers[seat];
            if (answer.form != Form::Missing) continue;
            if (!found) line.key("verdicts").open('[');
            found = true;
            line.open('[').number(static_cast<int>(turn)).number(seat);
            line.text(word_of(answer.verdict)).close(']');
        }
    }
    if (found) line.close(']');
}

void write_result(const Result& result, Json& line) {
    line.key("result").open('{').key("action").text(word_of(result.verdict));
    if (result.player != kNobody) line.key("player").number(result.player);
    if (result.has_fan) {
        line.key("fan_total").number(result.win.total).key("fans");
        line.list(result.win.fans(), [&](const FanItem& item) {
            line.open('[').text(judge_name_of(item.fan)).number(item.times);
            line.number(item.value).close(']');
        });
    }
    line.close('}');
}

std::string wall_text(const Game& game) {
    std::string text;
    for (int place = 0; place < kSeats * game.wall_size; ++place) {
        if (place > 0) text.push_back(' ');
        text.append(code_of(game.wall[place]));
    }
    return text;
}

// Writes for each turn a list of `text(turn, seat)` over the seats.
template <typename Text>
void write_turns(std::size_t turns, Json& line, const Text& text) {
    line.open('[');
    for (std::size_t turn = 0; turn < turns; ++turn) {
        line.open('[');
        for (int seat = 0; seat < kSeats; ++seat) line.text(text(turn, seat));
        line.close(']');
    }
    line.close(']');
}

}  // namespace

std::string Record::text_at(std::size_t turn, int seat) const {
    const Answer& answer = turns[turn].answers[seat];
    if (answer.form == Form::Good) return text_of(answer.action);
    for (const OddText& one : odd) {
        if (one.turn == turn && one.seat == seat) return one.text;
    }
    return {};
}

Answer noted_answer(Record& record, int seat, std::string_view text) {
    const Answer answer(text);
    if (answer.form != Form::Good) {
        record.odd.push_back({static_cast<std::uint16_t>(record.turns.size()),
                              static_cast<std::uint8_t>(seat), std::string(text)});
    }
    return answer;
}

std::string line_of(const Game& game, const Record& record, std::string_view id,
                    const std::vector<std::string>& players) {
    Json line;
    line.open('{').key("id").text(id);
    const auto write_text = [&](const std::string& text) { line.text(text); };
    if (!players.empty()) line.key("players").list(players, write_text);
    line.key("quan").number(game.prevalent_wind);
    if (game.common_wall) line.key("common_wall").truth(true);
    const std::size_t turns = record.turns.size();
    line.key("requests");
    write_turns(turns, line, [&](std::size_t turn, int seat) {
        std::string text;
        append_request(game, record.turns[turn].event, seat, text);
        return text;
    });
    line.key("responses");
    write_turns(turns, line,
                [&](std::size_t turn, int seat) { return record.text_at(turn, seat); });
    line.key("scores").list(game.scores, [&](int score) { line.number(score); });
    line.key("wall").text(wall_text(game));
    write_verdicts(record, line);
    write_result(game.result, line);
    return line.close('}').take();
}

}  // namespace mj

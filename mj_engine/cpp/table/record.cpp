#include "table/record.hpp"

#include "table/judge_names.hpp"
#include "table/wire.hpp"

namespace mj {

namespace {

// Appends a text as a JSON string, other letters than ASCII as they are.
void append_json(std::string_view text, std::string& into) {
    constexpr auto kNames = std::string_view("btn\0fr", 6);  // of the control characters 8 to 13
    constexpr std::string_view kDigits = "0123456789abcdef";
    into.push_back('"');
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            into.push_back('\\');
            into.push_back(letter);
        } else if (code >= '\b' && code <= '\r' && code != '\v') {
            into.push_back('\\');
            into.push_back(kNames[code - '\b']);
        } else if (code < ' ') {
            into.append("\\u00").push_back(kDigits[code >> 4U]);
            into.push_back(kDigits[code & 0xFU]);
        } else {
            into.push_back(letter);
        }
    }
    into.push_back('"');
}

// Appends what `entry(place)` appends for each of so many, with commas between.
template <typename Entry>
void append_list(std::size_t size, std::string& line, const Entry& entry) {
    line.push_back('[');
    for (std::size_t place = 0; place < size; ++place) {
        if (place > 0) line.push_back(',');
        entry(place);
    }
    line.push_back(']');
}

void append_verdicts(const Record& record, std::string& line) {
    std::string found;
    for (std::size_t turn = 0; turn < record.turns.size(); ++turn) {
        for (int seat = 0; seat < kSeats; ++seat) {
            const Answer& answer = record.turns[turn].answers[seat];
            if (answer.form != Form::Missing) continue;
            found.append(found.empty() ? "[" : ",[").append(std::to_string(turn));
            found.append(",").append(std::to_string(seat)).append(",\"");
            found.append(word_of(answer.verdict)).append("\"]");
        }
    }
    if (!found.empty()) line.append(",\"verdicts\":[").append(found).append("]");
}

void append_result(const Result& result, std::string& line) {
    line.append(",\"result\":{\"action\":\"").append(word_of(result.verdict)).append("\"");
    if (result.player != kNobody) {
        line.append(",\"player\":").append(std::to_string(result.player));
    }
    if (result.has_fan) {
        line.append(",\"fan_total\":")
            .append(std::to_string(result.win.total))
            .append(",\"fans\":");
        append_list(static_cast<std::size_t>(result.win.count), line, [&](std::size_t place) {
            const FanItem& item = result.win.items[place];
            line.push_back('[');
            append_json(judge_name_of(item.fan), line);
            line.append(",").append(std::to_string(item.times));
            line.append(",").append(std::to_string(item.value)).append("]");
        });
    }
    line.push_back('}');
}

void append_wall(const Game& game, std::string& line) {
    line.append(",\"wall\":\"");
    for (int place = 0; place < kSeats * game.wall_size; ++place) {
        if (place > 0) line.push_back(' ');
        line.append(code_of(game.wall[place]));
    }
    line.push_back('"');
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
    std::string line = "{\"id\":";
    append_json(id, line);
    if (!players.empty()) {
        line.append(",\"players\":");
        append_list(players.size(), line,
                    [&](std::size_t place) { append_json(players[place], line); });
    }
    line.append(",\"quan\":").append(std::to_string(game.prevalent_wind));
    if (game.common_wall) line.append(",\"common_wall\":true");
    const std::size_t turns = record.turns.size();
    line.append(",\"requests\":");
    append_list(turns, line, [&](std::size_t turn) {
        append_list(kSeats, line, [&](std::size_t seat) {
            line.push_back('"');
            append_request(game, record.turns[turn].event, static_cast<int>(seat), line);
            line.push_back('"');
        });
    });
    line.append(",\"responses\":");
    append_list(turns, line, [&](std::size_t turn) {
        append_list(kSeats, line, [&](std::size_t seat) {
            append_json(record.text_at(turn, static_cast<int>(seat)), line);
        });
    });
    line.append(",\"scores\":");
    append_list(kSeats, line,
                [&](std::size_t seat) { line.append(std::to_string(game.scores[seat])); });
    append_wall(game, line);
    append_verdicts(record, line);
    append_result(game.result, line);
    line.push_back('}');
    return line;
}

}  // namespace mj

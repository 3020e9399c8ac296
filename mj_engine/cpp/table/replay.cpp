#include <algorithm>

#include "table/json.hpp"
#include "table/judge_names.hpp"
#include "table/match.hpp"
#include "table/wire.hpp"

namespace mj {

namespace {

std::string quoted(std::string_view text) {
    std::string found;
    append_json(text, found);
    return found;
}

std::string number_or_none(std::optional<std::int64_t> number) {
    return number ? std::to_string(*number) : "none";
}

std::optional<std::string> differs(std::string_view name, std::string_view recorded,
                                   std::string_view ours) {
    if (recorded == ours) return std::nullopt;
    return std::string(name).append(": recorded ").append(recorded).append(", ours ").append(ours);
}

std::string text_of_fans(std::vector<FanLine> lines) {
    std::ranges::sort(lines);
    std::string text = "[";
    for (const FanLine& line : lines) {
        text.append(line.name).append(" ").append(std::to_string(line.times)).append(" x ");
        text.append(std::to_string(line.value)).append(", ");
    }
    return text.append("]");
}

std::vector<FanLine> fan_lines(const Result& result) {
    std::vector<FanLine> lines;
    for (int place = 0; place < result.win.count; ++place) {
        const FanItem& item = result.win.items[place];
        lines.push_back({std::string(judge_name_of(item.fan)), item.times, item.value});
    }
    return lines;
}

std::optional<std::string> result_differs(const MatchResult& recorded, const Result& ours) {
    std::optional<std::int64_t> player;
    if (ours.player != kNobody) player = ours.player;
    std::optional<std::int64_t> total;
    if (ours.has_fan) total = ours.win.total;
    auto found = differs("action", recorded.action, word_of(ours.verdict));
    if (!found) found = differs("player", number_or_none(recorded.player), number_or_none(player));
    if (!found) {
        found = differs("fan_total", number_or_none(recorded.fan_total), number_or_none(total));
    }
    if (!found) {
        found = differs("fans", text_of_fans(recorded.fans), text_of_fans(fan_lines(ours)));
    }
    return found;
}

std::optional<std::string> turn_differs(const Match& match, std::size_t turn, const Game& game) {
    const std::string place = "turn " + std::to_string(turn);
    if (game.over()) return place + ": the game was over";
    for (int seat = 0; seat < kSeats; ++seat) {
        const std::string ours = request_for(game, seat);
        const std::string& recorded = match.requests[turn][seat];
        if (ours == recorded) continue;
        return place + ", seat " + std::to_string(seat) + ": recorded " + quoted(recorded) +
               ", ours " + quoted(ours);
    }
    return std::nullopt;
}

Answers answers_at(const Match& match, std::size_t turn, Record& record) {
    Answers answers;
    for (int seat = 0; seat < kSeats; ++seat) {
        const auto missing = std::ranges::find_if(match.missing, [&](const MissingAnswer& one) {
            return one.turn == turn && one.seat == static_cast<std::size_t>(seat);
        });
        answers[seat] = missing != match.missing.end()
                            ? Answer(missing->verdict)
                            : noted_answer(record, seat, match.responses[turn][seat]);
    }
    return answers;
}

}  // namespace

std::optional<std::string> replay(const Match& match, Game& game, Record& record) {
    if (const char* fault = fault_of_wall(match.wall, match.quan)) throw RecordError(fault);
    game = new_game(match.wall, match.quan);
    record = Record{};
    for (std::size_t turn = 0; turn < match.requests.size(); ++turn) {
        if (auto found = turn_differs(match, turn, game)) return found;
        const Answers answers = answers_at(match, turn, record);
        record.add(game, answers);
        game.submit(answers);
    }
    if (!game.over()) return "the record ends before the game does";
    for (int seat = 0; seat < kSeats; ++seat) {
        const auto found =
            differs("score of seat " + std::to_string(seat), std::to_string(match.scores[seat]),
                    std::to_string(game.scores[seat]));
        if (found) return found;
    }
    return result_differs(match.result, game.result);
}

}  // namespace mj

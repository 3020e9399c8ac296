#include "records/judged.hpp"

#include <algorithm>

#include "core/json_value.hpp"
#include "records/values.hpp"
#include "table/judge_names.hpp"
#include "table/legality.hpp"
#include "table/wire.hpp"

namespace mj {

namespace {

constexpr std::size_t kShownText = 200;

bool allows(const Game& game, int seat, const Action& action) {
    if (game.event.kind == EventKind::Draw) {
        return seat == game.turn && allows_own(game, seat, action);
    }
    return game.event.discards() && seat != game.turn && allows_claim(game, seat, action);
}

// Whose claim the judge looks at first, wins apart; nobody if all pass or one wins.
int first_claim(const Game& game, const Answers& answers) {
    for (const Answer& answer : answers) {
        if (answer.form == Form::Missing || answer.is(ActionKind::Hu)) return kNobody;
    }
    for (const bool three_words : {false, true}) {
        for (int seat = 0; seat < kSeats; ++seat) {
            const Answer& answer = answers[seat];
            if (seat == game.turn || answer.is(ActionKind::Pass)) continue;
            if (answer.has_three_words() == three_words) return seat;
        }
    }
    return kNobody;
}

// What the judge calls no fault goes as it says; what it does only because no tile is left, and
// the record has it, is done too.
void submit_as_recorded(Game& game, const Answers& answers) {
    const bool own = game.event.kind == EventKind::Draw;
    int seat = own ? game.turn : kNobody;
    if (game.event.discards()) seat = first_claim(game, answers);
    if (seat == kNobody || answers[seat].form != Form::Good) return game.submit(answers);
    const Action& action = answers[seat].action;
    if (action.kind == ActionKind::Hu || allows(game, seat, action) ||
        !allows_as_recorded(game, seat, action)) {
        return game.submit(answers);
    }
    const auto passes = [&](int other) { return answers[other].is(ActionKind::Pass); };
    for (int other = 0; other < kSeats; ++other) {
        // Others' faults are the judge's to find.
        if (other != seat && (own || other == game.turn) && !passes(other)) {
            return game.submit(answers);
        }
    }
    own ? game.act(action) : game.claim(seat, action);
}

std::string quoted(const std::string& text) { return shown_value(text_value(text), kShownText); }

template <typename Number>
std::string listed(const std::array<Number, kSeats>& numbers) {
    std::string text("[");
    for (const auto number : numbers) text.append(std::to_string(number)).append(", ");
    text.resize(text.size() - 2);
    return text + "]";
}

template <typename Value>
std::string or_none(const std::optional<Value>& value) {
    return value ? std::to_string(*value) : "None";
}

// Fans in one order, by the judge's names.
std::vector<FanLine> sorted_fans(const MatchEnd& end) {
    auto fans = end.fans.value_or(std::vector<FanLine>());
    for (FanLine& fan : fans) {
        for (std::uint8_t one = 0; one < fan::kFans; ++one) {
            if (fan.name == fan::kFanNames[one].name) fan.name = judge_name_of(one);
        }
    }
    std::ranges::sort(fans);
    return fans;
}

std::string text_of_fans(const std::vector<FanLine>& fans) {
    std::string text;
    for (const FanLine& one : fans) {
        text.append(text.empty() ? "(" : ", (").append(quoted(one.name)).append(", ");
        text.append(std::to_string(one.times)).append(", ");
        text.append(std::to_string(one.value)).append(")");
    }
    return "[" + text + "]";
}

std::optional<std::string> difference(const MatchEnd& recorded, const MatchEnd& ours) {
    const auto other = [](std::string_view name, const std::string& theirs,
                          const std::string& mine) {
        return "result: recorded " + std::string(name) + " " + theirs + ", ours " + mine;
    };
    if (recorded.action != ours.action) return other("action", recorded.action, ours.action);
    if (recorded.player != ours.player) {
        return other("player", or_none(recorded.player), or_none(ours.player));
    }
    if (recorded.fan_total != ours.fan_total) {
        return other("fan_total", or_none(recorded.fan_total), or_none(ours.fan_total));
    }
    const auto theirs = sorted_fans(recorded);
    const auto mine = sorted_fans(ours);
    if (theirs != mine) return other("fans", text_of_fans(theirs), text_of_fans(mine));
    return std::nullopt;
}

Answers answers_at(const MatchOnRecord& match, std::size_t turn) {
    Answers answers;
    for (int seat = 0; seat < kSeats; ++seat) answers[seat] = Answer(match.responses[turn][seat]);
    for (const TurnNote& note : match.verdicts) {
        if (note.turn != static_cast<std::int64_t>(turn)) continue;
        const Verdict verdict = verdict_of(note.text);
        if (is_platforms(verdict)) answers[static_cast<std::size_t>(note.seat)] = Answer(verdict);
    }
    return answers;
}

}  // namespace

bool allows_as_recorded(const Game& game, int seat, const Action& action) {
    if (allows(game, seat, action)) return true;
    if (game.drawn_from(seat) > 0) return false;
    Game more = game;  // as if tiles were left
    for (std::uint8_t& left : more.left) left = std::max<std::uint8_t>(left, 1);
    return allows(more, seat, action);
}

std::optional<std::string> disagreement(const MatchOnRecord& match) {
    if (const char* fault = fault_of_wall(match.wall, match.quan, match.common_wall)) return fault;
    Game game = new_game(match.wall, match.quan, match.common_wall);
    const bool is_whole = match.result.action == word_of(Verdict::Hu) ||
                          match.result.action == word_of(Verdict::Huang);
    for (std::size_t turn = 0; turn < match.requests.size(); ++turn) {
        const std::string where = "turn " + std::to_string(turn);
        if (game.over()) {
            return where + ": the game was over (" + std::string(word_of(game.result.verdict)) +
                   ")";
        }
        for (int seat = 0; seat < kSeats; ++seat) {
            const std::string ours = request_for(game, seat);
            const std::string& recorded = match.requests[turn][seat];
            if (ours == recorded) continue;
            return where + ", seat " + std::to_string(seat) + ": recorded " + quoted(recorded) +
                   ", ours " + quoted(ours);
        }
        const Answers answers = answers_at(match, turn);
        if (match.common_wall && is_whole) {
            submit_as_recorded(game, answers);
        } else {
            game.submit(answers);
        }
    }
    if (!game.over()) return "the record ends before the game does";
    std::array<std::int64_t, kSeats> scores{};
    for (int seat = 0; seat < kSeats; ++seat) {
        scores[seat] = game.scores[seat] + (match.penalties.empty() ? 0 : match.penalties[seat]);
    }
    if (scores != match.scores) {
        return "scores: recorded " + listed(match.scores) + ", ours " + listed(scores);
    }
    return difference(match.result, end_of(game.result));
}

MatchEnd end_of(const Result& result) {
    MatchEnd end{.action = std::string(word_of(result.verdict)),
                 .player = std::nullopt,
                 .fan_total = std::nullopt,
                 .fans = std::nullopt};
    if (result.player != kNobody) end.player = result.player;
    if (!result.has_fan) return end;
    end.fan_total = result.win.total;
    auto& lines = end.fans.emplace();
    for (const FanItem& item : result.win.fans()) {
        lines.push_back({std::string(judge_name_of(item.fan)), item.times, item.value});
    }
    return end;
}

}  // namespace mj

// Questions about decisions: one decision of a seat, or all of a game.
#include <algorithm>
#include <cstdlib>

#include "bind/wasm/engine.hpp"
#include "bind/wasm/rows.hpp"
#include "review/sums.hpp"
#include "session/choices.hpp"
#include "session/seat_table.hpp"
#include "study/effective.hpp"
#include "table/legality.hpp"
#include "table/observe.hpp"

namespace wasm {

namespace {

// Prefixes of an answer that was not recorded, and of a claim that lost to another seat's.
constexpr char kUnknown = '?';
constexpr char kPreempted = '*';

// A seat's requests and answers. Fields: the size of its wall, whether the wall is common, the
// requests, the answers; one per line.
struct SeatOnRecord {
    explicit SeatOnRecord(Fields& fields)
        : wall_size(fields.number(mj::kMostWallSize + 1, "wall size")),
          common_wall(fields.number(2, "common wall") == 1),
          requests(parts_of(fields.text(), '\n')) {
        const auto lines = parts_of(fields.text(), '\n');
        for (const auto line : lines) {
            const char mark = line.empty() ? ' ' : line.front();
            const bool marked = mark == kUnknown || mark == kPreempted;
            answers.push_back({line.substr(marked ? 1 : 0), mark != kUnknown, mark == kPreempted});
        }
        if (requests.empty()) fields.wrong("no requests");
    }

    int wall_size;
    bool common_wall;
    std::vector<std::string_view> requests;
    std::vector<mj::AnswerOnRecord> answers;
};

mj::Expected<mj::Heard> heard_all(const SeatOnRecord& record) {
    mj::Heard heard(record.wall_size, record.common_wall);
    for (std::size_t turn = 0; turn < record.requests.size(); ++turn) {
        if (const auto wrong = heard.take(record.requests[turn])) {
            return mj::Fault{"turn " + std::to_string(turn) + ": " + wrong->text};
        }
        if (turn >= record.answers.size() || turn + 1 == record.requests.size()) continue;
        if (const auto given = mj::parse_action(record.answers[turn].text)) heard.answered(*given);
    }
    return heard;
}

// A game of four seats or one seat's part of it: one turn per line, tabs between the seats.
std::vector<std::vector<std::string_view>> rows_in(Fields& fields) {
    std::vector<std::vector<std::string_view>> rows;
    for (const auto line : parts_of(fields.text(), '\n')) rows.push_back(parts_of(line, '\t'));
    return rows;
}

}  // namespace

// Fields: a tactic, the requests to its seat. Replies with its answer to the last request, its
// candidates, and why the answer is better than the next one.
Reply Engine::decide(Fields& fields) {
    const std::string_view name = fields.text();
    const auto tactic = tactic_of(name);
    if (!tactic) fields.wrong("no such tactic: " + std::string(name));
    const SeatOnRecord record(fields);
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const auto heard = heard_all(record);
    if (!heard) return heard.fault();
    const mj::GameState state = mj::state_of(heard->game(), heard->seat());
    mj::ActionList legal;
    mj::list_legal(heard->game(), heard->seat(), legal);
    const bool decides = legal.size > 1;
    mj::Json json;
    json.open('{').key("response");
    std::vector<mj::Explained> explained;
    if (decides && name == "learned") explained = adviser_.explain(state, legal.all());
    if (!explained.empty()) {
        json.text(mj::text_of(explained.front().candidate.action));
    } else {
        json.text(mj::text_of(decides ? tactic->choose(state, legal.all()) : legal.of[0]));
    }
    json.key("tactic").text(name).key("seat").number(state.seat);
    json.key("turn").number(static_cast<int>(record.requests.size()) - 1).key("legal");
    write_legal(legal.all(), json);
    write_said(state, explained, nullptr, json);
    json.key("choices");
    mj::write_choices(heard->game(), heard->seat(), legal.all(), json);
    json.key("waits");
    mj::write_table_waits(heard->game(), heard->seat(), legal.all(), json);
    json.key("state");
    write_state(state, json);
    return json.close('}').take();
}

void Engine::write_said(const mj::GameState& state, const std::vector<mj::Explained>& explained,
                        const mj::Action* than, mj::Json& json) {
    const mj::Said said{state, explained, losses_, true};
    json.key("candidates").list(explained, [&](const mj::Explained& one) {
        json.open('{');
        mj::write_action(one.candidate.action, json);
        mj::write_candidate(said, one, json);
        json.close('}');
    });
    mj::write_reason(said, than, json);
}

// Fields: a seat's requests and answers. Replies with the effective tiles of its hand.
Reply Engine::effective(Fields& fields) {
    const SeatOnRecord record(fields);
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const auto heard = heard_all(record);
    if (!heard) return heard.fault();
    const mj::GameState state = mj::state_of(heard->game(), heard->seat());
    mj::ActionList legal;
    mj::list_legal(heard->game(), heard->seat(), legal);
    return mj::effective_tiles(state, legal.all(), tables_, options_);
}

// Fields: a seat's requests and answers, whether to return all that the adviser says.
Reply Engine::review(Fields& fields) {
    const SeatOnRecord record(fields);
    const bool says_all = fields.number(2, "whether all is said") == 1;
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const auto review = mj::review_seat(mj::Heard(record.wall_size, record.common_wall),
                                        record.requests, record.answers, adviser_, losses_);
    if (!review) return review.fault();
    mj::Json json;
    json.open('{').key("seat").number(review->seat).key("illegal").number(review->illegal);
    json.key("decisions").list(review->decisions, [&](const mj::Reviewed& one) {
        json.open('{');
        write_reviewed(one, json);
        json.key("agrees").truth(!one.loss || one.loss->as_good());
        if (says_all) write_said(one.state, one.explained, &one.played, json);
        json.close('}');
    });
    return json.close('}').take();
}

// Fields: the numbers of reviewed games, separated by spaces; their texts, one per line.
Reply sums_of(Fields& fields) {
    std::vector<double> numbers;
    for (const auto word : parts_of(fields.text(), ' ')) {
        numbers.push_back(std::strtod(std::string(word).c_str(), nullptr));
    }
    return mj::sums_of(numbers, parts_of(fields.text(), '\n'));
}

// Fields: the size of a wall, whether it is common, requests, answers; the first turn to show; for
// a game of four, whether it was won, and who won or was at fault (4 if nobody). Replies with the
// frames; for a game of four, also with the end.
Reply frames_of(Fields& fields) {
    mj::SessionOnRecord record{.wall_size = fields.number(mj::kMostWallSize + 1, "wall size"),
                               .common_wall = fields.number(2, "common wall") == 1,
                               .requests = rows_in(fields),
                               .responses = rows_in(fields)};
    const int from = fields.number(mj::kMostWallTiles * 4, "from");
    record.won = fields.number(2, "whether it was won") == 1;
    const int player = fields.number(mj::kSeats + 1, "player");
    if (player < mj::kSeats) record.player = static_cast<std::uint8_t>(player);
    if (record.requests.empty()) fields.wrong("no requests");
    if (!fields.fault().empty()) return mj::Fault{fields.fault()};
    const bool is_game = record.requests.front().size() > 1;
    const auto first = static_cast<std::size_t>(from);
    return is_game ? mj::frames_of_game(record, first) : mj::frames_of_seat(record, first);
}

}  // namespace wasm

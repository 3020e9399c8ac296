#include "bind/wasm/table.hpp"

#include <bit>

#include "bind/wasm/rows.hpp"
#include "table/legality.hpp"
#include "table/wire.hpp"

namespace wasm {

Table::Table(const mj::Game& game, Players players,
             const std::array<std::uint32_t, mj::kSeats>& seeds)
    : players_(std::move(players)) {
    session_.game = game;
    for (int seat = 0; seat < mj::kSeats; ++seat) {
        if (players_[seat]) players_[seat]->begin(seeds[seat]);
    }
    session_.advance(&record_);
}

std::optional<mj::Fault> Table::follow(const std::vector<std::vector<std::string_view>>& rows) {
    while (record_.turns.size() < rows.size()) {
        const std::size_t turn = record_.turns.size();
        const int seat = std::countr_zero(session_.open);
        if (over() || seat >= mj::kSeats) return mj::Fault{"the record goes on behind the end"};
        const auto place = static_cast<std::size_t>(seat);
        const auto& row = rows[turn];
        const auto action = place < row.size() ? mj::parse_action(row[place]) : std::nullopt;
        if (!action || !mj::is_legal(session_.game, seat, *action)) {
            return mj::Fault{"turn " + std::to_string(turn) + ": seat " + std::to_string(seat) +
                             " answers what is not legal"};
        }
        session_.play(seat, *action, &record_);
    }
    if (record_.turns.size() == rows.size() && !over()) return std::nullopt;
    return mj::Fault{"nobody has to decide there"};
}

// Players answer before people, so that a person's answer ends the turn.
void Table::play_on() {
    bool asked = true;
    while (asked) {
        asked = false;
        for (int seat = 0; seat < mj::kSeats && !asked; ++seat) {
            if (!players_[seat] || (session_.open & 1U << static_cast<unsigned>(seat)) == 0)
                continue;
            const mj::Action action = mj::ask(session_.game, seat, *players_[seat]);
            session_.play(seat, action, &record_);
            asked = true;
        }
    }
}

std::optional<mj::Fault> Table::play(int seat, std::string_view answer) {
    const auto action = mj::parse_action(answer);
    if (over()) return mj::Fault{"the game is over"};
    if ((session_.open & 1U << static_cast<unsigned>(seat)) == 0) {
        return mj::Fault{"seat " + std::to_string(seat) + " has nothing to decide"};
    }
    if (!action || !mj::is_legal(session_.game, seat, *action)) {
        return mj::Fault{std::string(answer.substr(0, 80)) + " is not legal for seat " +
                         std::to_string(seat)};
    }
    session_.play(seat, *action, &record_);
    play_on();
    return std::nullopt;
}

void Table::write(int seat, std::size_t from, mj::Json& json) const {
    const mj::Game& game = session_.game;
    const bool asked = (session_.open & 1U << static_cast<unsigned>(seat)) != 0;
    json.open('{').key("turn").number(static_cast<int>(record_.turns.size()));
    json.key("over").truth(over()).key("asked").truth(asked);
    const mj::GameState state = mj::state_of(game, seat);
    mj::ActionList legal;
    if (asked) mj::list_legal(game, seat, legal);
    json.key("legal");
    write_legal(legal.all(), json);
    json.key("state");
    write_state(state, json);
    json.key("requests").open('[');
    for (std::size_t turn = from; turn < record_.turns.size(); ++turn) {
        std::string text;
        mj::append_request(game, record_.turns[turn].event, seat, text);
        json.text(text);
    }
    if (!over()) json.text(mj::request_for(game, seat));
    json.close(']').key("scores").list(game.scores, [&](int score) { json.number(score); });
    json.key("result");
    if (over()) {
        write_result(game.result, json);
    } else {
        json.null();
    }
    json.close('}');
}

}  // namespace wasm

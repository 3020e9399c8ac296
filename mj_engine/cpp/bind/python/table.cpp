#include "bind/python/table.hpp"

#include <nanobind/stl/string.h>

#include <cstring>

#include "bind/python/convert.hpp"
#include "core/sealed.hpp"
#include "table/wire.hpp"

namespace bind {

namespace {

mj::Answer answer_of(nb::handle reply, int seat, mj::Record& record) {
    if (nb::hasattr(reply, "verdict")) {
        const auto word = nb::cast<std::string>(reply.attr("verdict"));
        const mj::Verdict verdict = mj::verdict_of(word);
        if (!mj::is_platforms(verdict)) throw nb::value_error(("no such verdict: " + word).c_str());
        return mj::Answer(verdict);
    }
    return mj::noted_answer(record, seat, nb::cast<std::string>(nb::str(reply)));
}

}  // namespace

Table::Table(nb::handle wall, int prevalent_wind, bool common_wall) {
    const Wall tiles = wall_of(wall, prevalent_wind, "", common_wall);
    session.game = mj::new_game(tiles, prevalent_wind, common_wall);
}

void Table::submit(const nb::sequence& replies) {
    if (game().over()) throw nb::value_error("the game is over");
    if (nb::len(replies) != mj::kSeats) throw nb::value_error("expected four answers");
    mj::Answers answers;
    const std::size_t kept = record.odd.size();
    try {
        for (int seat = 0; seat < mj::kSeats; ++seat) {
            answers[seat] = answer_of(replies[seat], seat, record);
        }
    } catch (...) {
        record.odd.resize(kept);
        throw;
    }
    record.add(game(), answers);
    session.game.submit(answers);
    session.ask_again();
}

void Table::play(nb::handle action, int seat) {
    const mj::Action played = action_of(action);
    if (game().over()) throw nb::value_error("the game is over");
    if (seat < 0) seat = session.to_move();
    const std::string place = " in turn " + std::to_string(record.turns.size());
    if (seat < 0) throw nb::value_error(("nobody has to decide" + place + ": advance()").c_str());
    const unsigned bit = 1U << static_cast<unsigned>(checked_seat(seat));
    const std::string who = "seat " + std::to_string(seat);
    if ((session.open & bit) == 0) {
        throw nb::value_error((who + " has nothing to decide" + place).c_str());
    }
    if (!mj::is_legal(game(), seat, played)) {
        throw nb::value_error((mj::text_of(played) + " is not legal for " + who + place).c_str());
    }
    session.play(seat, played, &record);
}

std::string Table::line(const std::string& id, const std::vector<std::string>& players) const {
    if (!game().over()) throw nb::value_error("the game is not over");
    return mj::line_of(game(), record, id, players);
}

// The seal, the session, how many turns and odd texts there are, the turns, the texts.
nb::bytes Table::sealed() const {
    std::vector<std::uint8_t> bytes(mj::kSealSize);
    const auto add = [&](const auto* first, std::size_t count) {
        const auto* start = reinterpret_cast<const std::uint8_t*>(first);
        bytes.insert(bytes.end(), start, start + count * sizeof(*first));
    };
    const std::array sizes{record.turns.size(), record.odd.size()};
    add(&session, 1);
    add(sizes.data(), sizes.size());
    add(record.turns.data(), record.turns.size());
    for (const mj::OddText& one : record.odd) {
        const std::size_t letters = one.text.size();
        add(&one.turn, 1);
        add(&one.seat, 1);
        add(&letters, 1);
        add(one.text.data(), letters);
    }
    mj::seal(bytes, sizeof(mj::Session));
    return nb::bytes(bytes.data(), bytes.size());
}

Table Table::of_sealed(const nb::bytes& state) {
    const std::span bytes(static_cast<const std::uint8_t*>(state.data()), state.size());
    if (!mj::is_sealed(bytes, sizeof(mj::Session))) {
        throw nb::value_error("this game is damaged, or of another mj_engine");
    }
    std::size_t place = mj::kSealSize;
    const auto take = [&](auto* first, std::size_t count) {
        std::memcpy(first, &bytes[place], count * sizeof(*first));
        place += count * sizeof(*first);
    };
    Table table;
    std::array<std::size_t, 2> sizes{};
    take(&table.session, 1);
    take(sizes.data(), sizes.size());
    table.record.turns.resize(sizes[0]);
    take(table.record.turns.data(), sizes[0]);
    table.record.odd.resize(sizes[1]);
    for (mj::OddText& one : table.record.odd) {
        std::size_t letters = 0;
        take(&one.turn, 1);
        take(&one.seat, 1);
        take(&letters, 1);
        one.text.resize(letters);
        take(one.text.data(), letters);
    }
    return table;
}

}  // namespace bind

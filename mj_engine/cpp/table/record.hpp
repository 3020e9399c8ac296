// Records: the turns of a game, and finished games as lines of JSON.
#pragma once

#include <string>
#include <vector>

#include "table/game.hpp"

namespace mj {

struct Turn {
    Event event;
    Answers answers;
};

// A malformed answer, word for word.
struct OddText {
    std::uint16_t turn;
    std::uint8_t seat;
    std::string text;
};

// What a game does not store: its turns so far.
struct Record {
    std::vector<Turn> turns;
    std::vector<OddText> odd;

    void add(const Game& game, const Answers& answers) { turns.push_back({game.event, answers}); }

    // The answer of a seat in a turn, as it was sent; nothing if it is missing.
    [[nodiscard]] std::string text_at(std::size_t turn, int seat) const;
};

// The answer of a text; the record keeps a malformed one for the next turn.
Answer noted_answer(Record& record, int seat, std::string_view text);

// A finished game as one line of JSON, byte for byte as mj_lab.core.records.match.to_line.
std::string line_of(const Game& game, const Record& record, std::string_view id,
                    const std::vector<std::string>& players);

}  // namespace mj

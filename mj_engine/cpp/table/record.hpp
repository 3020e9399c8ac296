// Records: the turns of a game as they were, and finished games as lines of JSON.
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

// What a game does not know of itself: how it came to where it is.
struct Record {
    std::vector<Turn> turns;
    std::vector<OddText> odd;

    void add(const Game& game, const Answers& answers) { turns.push_back({game.event, answers}); }

    // What a seat answered in a turn, as it was sent; nothing where an answer is missing.
    [[nodiscard]] std::string text_at(std::size_t turn, int seat) const;
};

// The answer of a text; if it is malformed the record keeps it for the turn that comes next.
Answer noted_answer(Record& record, int seat, std::string_view text);

// A finished game as one line of JSON, byte for byte as mj_lab.records.match.to_line.
std::string line_of(const Game& game, const Record& record, std::string_view id,
                    const std::vector<std::string>& players);

}  // namespace mj

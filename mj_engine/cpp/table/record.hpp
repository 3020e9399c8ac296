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

// The exact text of a malformed answer.
struct OddText {
    std::uint16_t turn;
    std::uint8_t seat;
    std::string text;
};

// The turns so far, which a game itself does not store.
struct Record {
    std::vector<Turn> turns;
    std::vector<OddText> odd;

    void add(const Game& game, const Answers& answers) { turns.push_back({game.event, answers}); }

    // A seat's answer in a turn, as it was sent; empty if it is missing.
    [[nodiscard]] std::string text_at(std::size_t turn, int seat) const;
};

// Parses an answer; if it is malformed, its text is recorded for the next turn.
Answer noted_answer(Record& record, int seat, std::string_view text);

// A finished game as one line of JSON, identical to mj_lab.core.records.match.to_line.
std::string line_of(const Game& game, const Record& record, std::string_view id,
                    const std::vector<std::string>& players);

}  // namespace mj

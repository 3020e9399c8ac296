// The wire: writes requests as the judge sends them.
#pragma once

#include <optional>
#include <string>

#include "table/game.hpp"

namespace mj {

// The request that a seat gets for this event: its own part of the start and the deal; another
// seat's draw without the tile.
void append_request(const Game& game, const Event& event, int seat, std::string& text);

// The word of an event's kind, empty for the start and the deal; the kind of a word, nothing if
// there is none.
std::string_view word_of(EventKind kind);
std::optional<EventKind> event_kind_of(std::string_view word);

inline std::string request_for(const Game& game, int seat) {
    std::string text;
    append_request(game, game.event, seat, text);
    return text;
}

}  // namespace mj

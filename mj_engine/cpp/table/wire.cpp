#include "table/wire.hpp"

#include <algorithm>

namespace mj {

namespace {

constexpr std::array<std::string_view, 9> kEventWords{"",     "",    "DRAW", "BUHUA", "PLAY",
                                                      "PENG", "CHI", "GANG", "BUGANG"};

void append_number(int number, std::string& text) {
    text.push_back(' ');
    text.push_back(static_cast<char>('0' + number));
}

void append_tile(Tile tile, std::string& text) {
    if (tile != kNoTile) text.append(" ").append(code_of(tile));
}

// The four flower counts, the own 13 tiles, then the flowers of all four seats.
void append_deal(const Game& game, int seat, std::string& text) {
    std::string tiles;
    std::string flowers;
    text.push_back('1');
    for (int other = 0; other < kSeats; ++other) {
        std::array<Tile, kMostWallSize> drawn;
        const int count = dealt_tiles(game, other, drawn);
        for (int place = 0; place < count; ++place) {
            if (is_flower(drawn[place])) {
                append_tile(drawn[place], flowers);
            } else if (other == seat) {
                append_tile(drawn[place], tiles);
            }
        }
        append_number(count - kHandSize, text);
    }
    text.append(tiles).append(flowers);
}

}  // namespace

std::string_view word_of(EventKind kind) { return kEventWords[static_cast<std::size_t>(kind)]; }

std::optional<EventKind> event_kind_of(std::string_view word) {
    const auto* found = std::ranges::find(kEventWords, word);
    if (word.empty() || found == kEventWords.end()) return std::nullopt;
    return static_cast<EventKind>(found - kEventWords.begin());
}

void append_request(const Game& game, const Event& event, int seat, std::string& text) {
    if (event.kind == EventKind::Start) {
        text.push_back('0');
        append_number(seat, text);
        return append_number(game.prevalent_wind, text);
    }
    if (event.kind == EventKind::Deal) return append_deal(game, seat, text);
    const bool drawn = event.kind == EventKind::Draw;
    if (drawn && event.seat == seat) {
        text.push_back('2');
        return append_tile(event.tile, text);
    }
    text.push_back('3');
    append_number(event.seat, text);
    text.append(" ").append(word_of(event.kind));
    append_tile(event.chow, text);
    if (!drawn) append_tile(event.tile, text);
}

}  // namespace mj

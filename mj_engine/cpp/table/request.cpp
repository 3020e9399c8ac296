#include "table/request.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "table/wire.hpp"

namespace mj {

namespace {

using Words = std::vector<std::string_view>;

constexpr std::size_t kDealWords = 5;  // before the tiles: the kind and four flower counts
constexpr std::size_t kShown = 80;     // how much of a bad text an error shows

Words words_of(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\n\v\f\r";
    Words words;
    while (true) {
        const auto first = text.find_first_not_of(kBlanks);
        if (first == std::string_view::npos) return words;
        text.remove_prefix(first);
        const auto end = std::min(text.find_first_of(kBlanks), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

Fault no_request(std::string_view text) {
    return {"no such request: '" + std::string(text.substr(0, kShown)) + "'"};
}

// A one-digit number below `past`, else `past`.
std::uint8_t digit_of(std::string_view word, int past) {
    const int digit = word.size() == 1 ? word[0] - '0' : past;
    return static_cast<std::uint8_t>(digit >= 0 && digit < past ? digit : past);
}

// The tile of an event of this kind; kNoTile if it is not possible.
Tile tile_of_kind(EventKind kind, std::string_view word) {
    const Tile tile = tile_of(word);
    return is_flower(tile) == (kind == EventKind::Buhua) ? tile : kNoTile;
}

Expected<Request> deal_of(const Words& words, std::string_view text) {
    Request found{.event = {.kind = EventKind::Deal}};
    for (int seat = 0; seat < kSeats; ++seat) {
        found.flowers[seat] = digit_of(words[1 + seat], kFlowerKinds + 1);
        if (found.flowers[seat] > kFlowerKinds) return no_request(text);
    }
    for (std::size_t place = kDealWords; place < words.size(); ++place) {
        const Tile tile = tile_of(words[place]);
        const bool standing = place < kDealWords + kHandSize;
        if (standing ? tile >= kTileKinds : !is_flower(tile)) return no_request(text);
        if (!standing) found.laid.push_back(tile);
        if (standing && ++found.hand[tile] > kCopies) return Fault{"a deal that no wall holds"};
    }
    return found;
}

Expected<Request> event_of(const Words& words, std::string_view text) {
    const auto kind = event_kind_of(words[2]);
    const auto seat = digit_of(words[1], kSeats);
    if (!kind || seat == kSeats) return no_request(text);
    Request found{.event = {.kind = *kind, .seat = seat}};
    using enum EventKind;
    const bool is_chow = *kind == Chi;
    const bool has_tile = *kind != Draw && *kind != Gang;
    if (words.size() != 3U + static_cast<unsigned>(has_tile) + static_cast<unsigned>(is_chow)) {
        return no_request(text);
    }
    if (has_tile) {
        found.event.tile = tile_of_kind(*kind, words.back());
        if (found.event.tile == kNoTile) return no_request(text);
    }
    if (is_chow) {
        found.event.chow = tile_of(words[3]);
        if (!is_chow_middle(found.event.chow)) return no_request(text);
    }
    return found;
}

}  // namespace

Expected<Request> request_of(std::string_view request, int seat) {
    const Words words = words_of(request);
    if (words.empty()) return Fault{"an empty request"};
    const std::string_view kind = words[0];
    if (kind == "3" && words.size() >= 3) return event_of(words, request);
    if (kind == "1" && words.size() >= kDealWords + kHandSize) return deal_of(words, request);
    Request found;
    if (kind == "2" && words.size() == 2) {
        const auto drawer = static_cast<std::uint8_t>(seat);
        found.event = {EventKind::Draw, drawer, tile_of_kind(EventKind::Draw, words[1]), kNoTile};
        if (found.event.tile != kNoTile) return found;
    }
    if (kind == "0" && words.size() == 3) {
        found.event.seat = digit_of(words[1], kSeats);
        found.prevalent_wind = digit_of(words[2], kSeats);
        if (found.event.seat < kSeats && found.prevalent_wind < kSeats) return found;
    }
    return no_request(request);
}

}  // namespace mj

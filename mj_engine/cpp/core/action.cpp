#include "core/action.hpp"

#include <algorithm>

namespace mj {

namespace {

constexpr std::array<std::string_view, 7> kWords{"PASS", "PLAY",   "CHI", "PENG",
                                                 "GANG", "BUGANG", "HU"};

constexpr int kChowsOfSuit = kSuitSize - 2;

std::optional<ActionKind> kind_of(std::string_view word) {
    const auto* found = std::ranges::find(kWords, word);
    if (found == kWords.end()) return std::nullopt;
    return static_cast<ActionKind>(found - kWords.begin());
}

Tile standing_tile_of(std::string_view code) {
    const Tile tile = tile_of(code);
    return tile < kTileKinds ? tile : kNoTile;
}

// Moves on to the text after the next space; empty if there is none.
std::string_view take_word(std::string_view& text) {
    const auto blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
    return word;
}

}  // namespace

std::optional<Action> parse_action(std::string_view text) {
    const auto blanks = std::ranges::count(text, ' ');
    const auto kind = kind_of(take_word(text));
    if (!kind) return std::nullopt;
    using enum ActionKind;
    if (blanks == 0) {
        if (*kind != Pass && *kind != Hu && *kind != Gang) return std::nullopt;
        return Action{.kind = *kind};
    }
    if (blanks == 1) {
        const Tile tile = standing_tile_of(text);
        const bool takes_tile = *kind == Play || *kind == Peng || *kind == Gang || *kind == Bugang;
        if (!takes_tile || tile == kNoTile) return std::nullopt;
        return Action{.kind = *kind, .tile = tile};
    }
    const Tile chow = standing_tile_of(take_word(text));
    const Tile tile = standing_tile_of(text);
    if (blanks != 2 || *kind != Chi || tile == kNoTile || !is_chow_middle(chow)) {
        return std::nullopt;
    }
    return Action{.kind = Chi, .tile = tile, .chow = chow};
}

std::string text_of(const Action& action) {
    std::string text(kWords[static_cast<std::size_t>(action.kind)]);
    if (action.chow != kNoTile) text.append(" ").append(code_of(action.chow));
    if (action.tile != kNoTile) text.append(" ").append(code_of(action.tile));
    return text;
}

int index_of(const Action& action) {
    using enum ActionKind;
    switch (action.kind) {
        case Pass: return 0;
        case Hu: return 1;
        case Gang: return action.tile == kNoTile ? 2 : kGangIndex + action.tile;
        case Play: return kPlayIndex + action.tile;
        case Bugang: return kBugangIndex + action.tile;
        case Peng: return kPengIndex + action.tile;
        case Chi: break;
    }
    const int chow = kChowsOfSuit * suit_of(action.chow) + place_of(action.chow) - 1;
    return kChiIndex + kTileKinds * chow + action.tile;
}

Action action_at(int index) {
    using enum ActionKind;
    if (index < kPlayIndex) {
        constexpr std::array<ActionKind, 3> kinds{Pass, Hu, Gang};
        return Action{.kind = kinds[index]};
    }
    if (index >= kChiIndex) {
        const int chow = (index - kChiIndex) / kTileKinds;
        const int middle = kSuitSize * (chow / kChowsOfSuit) + chow % kChowsOfSuit + 1;
        return Action{.kind = Chi,
                      .tile = static_cast<Tile>((index - kChiIndex) % kTileKinds),
                      .chow = static_cast<Tile>(middle)};
    }
    constexpr std::array<ActionKind, 4> kinds{Play, Gang, Bugang, Peng};
    const int place = index - kPlayIndex;
    return Action{.kind = kinds[place / kTileKinds], .tile = static_cast<Tile>(place % kTileKinds)};
}

}  // namespace mj

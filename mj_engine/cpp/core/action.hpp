// Actions: a seat's answers as values, as text on the wire, and as a fixed index.
// Its twin: mj_bot/actions.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tile.hpp"

namespace mj {

enum class ActionKind : std::uint8_t { Pass, Play, Chi, Peng, Gang, Bugang, Hu };

// One answer.
struct Action {
    ActionKind kind = ActionKind::Pass;
    // Play: the discard. Chi and Peng: the discard that follows. Bugang and a concealed Gang: the
    // tile of the kong. kNoTile for the kong of a discard.
    Tile tile = kNoTile;
    Tile chow = kNoTile;   // for Chi, the middle of the run
    std::uint8_t fan = 0;  // for a listed Hu, its fan (capped); not sent

    // Whether both are sent as the same text.
    [[nodiscard]] constexpr bool same(const Action& other) const {
        return kind == other.kind && tile == other.tile && chow == other.chow;
    }
};

inline constexpr Action kPassing{};

// Parses an answer exactly as the judge does; nothing if it is not valid.
std::optional<Action> parse_action(std::string_view text);

// The answer as it is sent, such as CHI W2 T9.
std::string text_of(const Action& action);

// Every answer has a fixed index: PASS 0, HU 1, GANG (of a discard) 2, then by tile PLAY 3-36, GANG
// (concealed) 37-70, BUGANG 71-104, PENG 105-138, and CHI 139-852 by middle (the 21 chows in tile
// order) and discard.
inline constexpr int kChows = 21;
inline constexpr int kPlayIndex = 3;
inline constexpr int kGangIndex = kPlayIndex + kTileKinds;
inline constexpr int kBugangIndex = kGangIndex + kTileKinds;
inline constexpr int kPengIndex = kBugangIndex + kTileKinds;
inline constexpr int kChiIndex = kPengIndex + kTileKinds;
inline constexpr int kActions = kChiIndex + kChows * kTileKinds;

// The index of an answer; the answer of an index 0 to kActions - 1.
int index_of(const Action& action);
Action action_at(int index);

}  // namespace mj

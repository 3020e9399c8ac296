// Actions: what a seat answers, as a value, as text on the wire, and by a fixed index.
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
    // Of Play the discard; of Chi and Peng the discard that follows; of Bugang and of a concealed
    // Gang the tile of the kong; kNoTile for the kong of a discard.
    Tile tile = kNoTile;
    Tile chow = kNoTile;   // of Chi the middle tile of the run
    std::uint8_t fan = 0;  // the fan of a Hu that is listed as legal; not sent, capped

    // Whether both are the same on the wire.
    [[nodiscard]] constexpr bool same(const Action& other) const {
        return kind == other.kind && tile == other.tile && chow == other.chow;
    }
};

inline constexpr Action kPassing{};

// The answer of this text, exactly as the judge reads it; nothing if it is not one.
std::optional<Action> parse_action(std::string_view text);

// The answer as it is sent: CHI W2 T9.
std::string text_of(const Action& action);

// Every answer has a fixed number: PASS 0, HU 1, GANG (of a discard) 2, then by tile PLAY 3-36,
// GANG (concealed) 37-70, BUGANG 71-104, PENG 105-138, and CHI 139-852 by middle (the 21 chows in
// tile order) and discard.
inline constexpr int kChows = 21;
inline constexpr int kPlayIndex = 3;
inline constexpr int kGangIndex = kPlayIndex + kTileKinds;
inline constexpr int kBugangIndex = kGangIndex + kTileKinds;
inline constexpr int kPengIndex = kBugangIndex + kTileKinds;
inline constexpr int kChiIndex = kPengIndex + kTileKinds;
inline constexpr int kActions = kChiIndex + kChows * kTileKinds;

// The number of an answer; the answer of a number 0 to kActions - 1.
int index_of(const Action& action);
Action action_at(int index);

}  // namespace mj

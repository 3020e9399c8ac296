// Examples: the decisions of a stored game, each with the seat's state and its choice.
#pragma once

#include <bitset>
#include <functional>

#include "dataset/stored_game.hpp"
#include "features/planes.hpp"
#include "table/legality.hpp"

namespace mj {

// What kind of decision an example is.
enum class ExampleKind : std::uint8_t { Discard, Claim, Rob };
inline constexpr std::size_t kExampleKinds = 3;

using MoveMask = std::bitset<kMoves>;
using MoveValues = std::array<float, kMoves>;

// One decision between at least two legal moves. Pointers are valid until the next example.
struct Example {
    const GameState* state;
    const PlaneHistory* history;
    ExampleKind kind;
    MoveMask mask;
    std::uint8_t move;
    std::uint16_t turn;
    const MoveValues* values;  // NaN where unknown; nullptr if not asked for
};

// Calls `found` for every example of a game, by turn and seat; the discard after a claim follows
// the claim. wanted: the seats, one bit each. Throws StoredGameError for a game that cannot be
// replayed.
void each_example(const StoredGames& games, std::size_t game, unsigned wanted, bool with_values,
                  const std::function<void(const Example&)>& found);

}  // namespace mj

// Worlds: a game with hidden tiles redealt in a way the seat cannot rule out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/rng.hpp"
#include "table/game.hpp"

namespace mj {

// True: unchanged. Walls: the true hands, with the rest of all walls shuffled; unbiased over many
// decisions, when the record knows the hands. Sampled: also samples the other seats' hands, given
// what they did; a seat's own view of one decision.
enum class Worlds : std::uint8_t { True, Walls, Sampled };

// Makes worlds of one decision, one after another. What the seat knows, its coming decision, and
// the sizes of hands and walls stay the same.
class LikelyHands;
struct HandTools;

class WorldDealer {
  public:
    // The game must outlive this object.
    WorldDealer(const Game& game, int seat, Worlds worlds, std::uint64_t seed);
    ~WorldDealer();

    Game next();

  private:
    const Game& game_;
    int seat_;
    Worlds worlds_;
    Rng rng_;
    std::unique_ptr<HandTools> tools_;
    std::unique_ptr<LikelyHands> hands_;
};

// Refills the walls from `tiles`, each to the same size as before.
void refill_walls(Game& game, std::span<const Tile> tiles);

// Shuffles the tiles left in all four walls; hands and wall sizes stay.
void shuffle_walls(Game& game, Rng& rng);

}  // namespace mj

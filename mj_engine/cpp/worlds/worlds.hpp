// Worlds: a game with its hidden tiles dealt anew, as a seat cannot rule out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/rng.hpp"
#include "table/game.hpp"

namespace mj {

// True: as it is. Walls: the true hands, and what is left of all walls shuffled; right in the mean
// over many decisions, where the record knows the hands. Sampled: the other seats' hands too, as
// what they did makes likely; what one seat may think of one decision.
enum class Worlds : std::uint8_t { True, Walls, Sampled };

// Worlds of one decision, one after another. What the seat knows does not change, nor does its
// coming decision; every hand and wall keeps its size.
class LikelyHands;
struct HandTools;

class WorldDealer {
  public:
    // The game must live as long.
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

// Gives each wall as many tiles as before.
void refill_walls(Game& game, std::span<const Tile> tiles);

// Shuffles what is left of all four walls among each other; hands and sizes stay.
void shuffle_walls(Game& game, Rng& rng);

}  // namespace mj

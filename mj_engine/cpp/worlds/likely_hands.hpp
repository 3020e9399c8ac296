// LikelyHands: samples the other seats' hands and the walls with a Markov chain.
#pragma once

#include <vector>

#include "core/rng.hpp"
#include "worlds/hand_likelihood.hpp"

namespace mj {

// The chain of Metropolis et al. 1953: two hidden tiles are swapped if that makes the hands
// likelier, else with the ratio of the likelihoods as probability. In the long run every deal comes
// up in proportion to its likelihood.
class LikelyHands {
  public:
    // Starts from the game's true hidden tiles. Other seats' concealed kongs stay.
    LikelyHands(const Game& game, int seat, const HandWeights& weights, HandTools& tools);

    // Tries this many swaps.
    void run(int exchanges, Rng& rng);

    // Writes the current hands into the game and shuffles the walls.
    void deal(Game& game, Rng& rng) const;

    // The summed features of the other seats' current hands.
    void add_features(std::span<double> sums);

  private:
    struct Other {
        int seat;
        Counts hand;
        double score;
        HandLikelihood likelihood;
    };
    void exchange(std::size_t one, std::size_t other);

    std::vector<Other> others_;
    std::vector<Tile> tiles_;          // tiles in hands first, then those in walls
    std::vector<std::uint8_t> owner_;  // an index in others_; its size for the walls
    std::size_t held_ = 0;
    std::vector<Tile> flowers_;  // these are only in walls
};

}  // namespace mj

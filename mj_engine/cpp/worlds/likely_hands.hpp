// LikelyHands: the other seats' hands and the walls, as a chain of exchanged tiles.
#pragma once

#include <vector>

#include "core/rng.hpp"
#include "worlds/hand_likelihood.hpp"

namespace mj {

// The chain of Metropolis et al. 1953: two hidden tiles change places if that makes the hands
// likelier, and else with the ratio of the likelihoods. In the long run every deal comes as often
// as it is likely.
class LikelyHands {
  public:
    // Begins with the game's own hidden tiles; of another seat's concealed kong nothing changes.
    LikelyHands(const Game& game, int seat, const HandWeights& weights, HandTools& tools);

    // Tries this number of exchanges.
    void run(int exchanges, Rng& rng);

    // The hands as they are now, and the walls, of which every order is as likely.
    void deal(Game& game, Rng& rng) const;

    // The sum of the features of the other seats' hands as they are now.
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
    std::vector<Tile> tiles_;          // those of hands first, then those of walls
    std::vector<std::uint8_t> owner_;  // a place in others_, past the end for the walls
    std::size_t held_ = 0;
    std::vector<Tile> flowers_;  // only in walls
};

}  // namespace mj

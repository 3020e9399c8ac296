// Luck: what a seat's draws were worth more than draws are, as its player had valued them before.
#pragma once

#include "advantages/valued.hpp"
#include "table/game.hpp"

namespace mj {

// The walls' tiles are in any order to whoever has not seen them, so luck is 0 on average whatever
// was decided: taken from what a decision came to it leaves less chance and the same mean.
class Luck {
  public:
    // The candidate in this place has been chosen: until the next choice draws are valued by it.
    void expect(const Valued& valued, std::size_t place) {
        points_ = valued.draws.points(valued.odds, place);
        expects_ = true;
    }

    // The seat has drawn.
    void draw(const Game& game, Tile drawn) {
        if (!expects_ || drawn >= kTileKinds) return;
        double sum = points_[drawn];
        int tiles = 1;
        for (int seat = 0; seat < kSeats; ++seat) {
            const Tile* wall = game.wall.data() + seat * game.wall_size;
            for (int place = 0; place < game.left[seat]; ++place) {
                if (wall[place] >= kTileKinds) continue;
                sum += points_[wall[place]];
                ++tiles;
            }
        }
        whole_ += points_[drawn] - sum / tiles;
    }

    [[nodiscard]] double whole() const { return whole_; }

  private:
    std::array<double, kTileKinds> points_{};
    bool expects_ = false;
    double whole_ = 0;
};

}  // namespace mj

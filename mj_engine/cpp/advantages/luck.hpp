// Luck: how much better a seat's draws were than its player expected before drawing.
#pragma once

#include "advantages/valued.hpp"
#include "table/game.hpp"

namespace mj {

// Unseen tiles come in random order, so luck is 0 on average whatever the decision was. It is a
// control variate: subtracting it lowers the variance and keeps the mean.
class Luck {
  public:
    // Call it with the index of the chosen candidate; draws are valued by it until the next choice.
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

// QTower: the Q network asked about many hands that differ in a few tiles.
#pragma once

#include <memory>

#include "expectimax/q_network.hpp"
#include "expectimax/windows.hpp"

namespace mj {

// A convolution sees three places, so what a layer makes of a place depends on the tiles around it
// alone: in the hands of a tree the same surroundings come again and again, and are computed once.
// All hands have the same melds, and as many tiles are left in the own wall.
class QTower {
  public:
    explicit QTower(const QNetwork& network) : network_(network), layers_(network.layers()) {}

    // Forgets all; what is asked next has these rows but for the hand and what is unseen.
    void begin(const QRows& rows);

    // A hand, and where its surroundings are remembered. Good until `begin`.
    struct Hand {
        Counts held, unseen;
        std::vector<std::array<WindowId, kTileKinds>> windows;  // of each layer
        std::array<Floats, kSuits + 1> hidden;  // what the places of each suit say together
    };
    void look(const Counts& held, const Counts& unseen, Hand& hand);

    // The points of the discards of a hand, and of one that has drawn a tile besides. They do not
    // depend on what was asked before.
    void points(const Hand& hand, QValues& out);
    void points_with(const Hand& hand, Tile drawn, QValues& out);

  private:
    // What is known of the windows of a layer, by their number.
    struct Layer {
        Windows windows;
        std::vector<WindowId> middles;  // of the layer before
        Floats numbers;                 // [window][width]
    };
    WindowId column_of(const Hand& hand, int place, int drawn);
    WindowId window(int layer, WindowId left, WindowId middle, WindowId right);
    void compute(int layer, WindowId left, WindowId middle, WindowId right);
    [[nodiscard]] const float* numbers(int layer, WindowId id) const;
    void add_suit(int suit, const WindowId* top, float* sum) const;

    const QNetwork& network_;
    QRows rows_{};
    std::vector<Layer> layers_;
    Floats columns_;             // [window of one column][kQRows]
    std::vector<bool> has_column_;
    Floats said_;                // [window of the last layer][hidden]
    Floats tiles_;               // of its own tile
    Floats sum_, suit_sum_;
};

}  // namespace mj

// QTower: the Q network asked about many hands that differ in a few tiles.
#pragma once

#include <utility>

#include "expectimax/q_network.hpp"
#include "expectimax/windows.hpp"

namespace mj {

// A convolution sees three places, so what a layer makes of a place depends on the tiles around it
// alone: in the hands of a tree the same surroundings come again and again, and are computed once;
// so is what a drawn tile changes among them. All hands have the same melds, and as many tiles are
// left in the own wall.
class QTower {
  public:
    explicit QTower(const QNetwork& network) : network_(network), layers_(network.layers()) {}

    // Forgets all; what is asked next has these rows but for the hand and what is unseen.
    void begin(const QRows& rows);

    // A hand, and what is known of it. Good until `begin`.
    struct Hand {
        Counts held, unseen;
        std::vector<std::array<WindowId, kTileKinds>> windows;  // of each layer
        std::array<float, kTileKinds> tiles;                    // what places say of their own tile
        Floats hidden;                                          // and to the hidden layer together
    };
    void look(const Counts& held, const Counts& unseen, Hand& hand);

    // The points of the discards of a hand, and of one that has drawn a tile besides. They do not
    // depend on what was asked before; which hand drew the tile matters to the last digits.
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
    [[nodiscard]] const float* said(WindowId top) const;
    [[nodiscard]] std::pair<int, int> felt_by(Tile drawn) const;
    WindowId draw_of(const Hand& hand, Tile drawn);
    void compute_draw(const Hand& hand, Tile drawn);

    const QNetwork& network_;
    QRows rows_{};
    std::vector<Layer> layers_;
    Floats columns_;  // [column][kQRows]
    std::vector<bool> has_column_;
    Floats said_;   // to the whole hand, [window of the last layer][channels]
    Floats tiles_;  // of its own tile
    Floats last_;   // the last layer's numbers, which are not kept
    // Of each tile drawn in its surroundings: what that adds to the hidden layer, and what places
    // as far as it is felt say of their own tiles then.
    Windows draws_;
    Floats added_, tiles_drawn_;
    Floats sum_;
    QNetwork::ToHidden to_hidden_;
};

}  // namespace mj

// QTower: the Q network over many hands that differ in a few tiles.
#pragma once

#include <utility>

#include "expectimax/q_network.hpp"
#include "expectimax/windows.hpp"

namespace mj {

// A convolution sees three places, so a layer's output at a place depends only on the tiles around
// it. In the hands of a tree the same surroundings repeat, and are computed once; so are the
// changes by a drawn tile. All hands have the same melds, and the same number of tiles in the own
// wall.
class QTower {
  public:
    explicit QTower(const QNetwork& network) : network_(network), layers_(network.layers()) {}

    // Forgets all; the next hands have these rows, except for the hand and the unseen tiles.
    void begin(const QFeatures& rows);

    // A hand, and what is known of it. Valid until `begin`.
    struct Hand {
        Counts held, unseen;
        std::vector<std::array<WindowId, kTileKinds>> windows;  // of each layer
        std::array<float, kTileKinds> tiles;                    // the places' own outputs
        Floats hidden;                                          // their sum for the hidden layer
    };
    void look(const Counts& held, const Counts& unseen, Hand& hand);

    // The points of the discards of a hand, and of one that has drawn a tile. They do not depend on
    // earlier calls; which hand drew the tile matters in the last digits.
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
    QFeatures rows_{};
    std::vector<Layer> layers_;
    Floats columns_;  // [column][kQRows]
    std::vector<bool> has_column_;
    Floats said_;   // to the whole hand, [window of the last layer][channels]
    Floats tiles_;  // of its own tile
    Floats last_;   // the last layer's numbers, a work space
    // For each tile drawn in its surroundings: what it adds to the hidden layer, and the new
    // outputs of the places that it reaches.
    Windows draws_;
    Floats added_, tiles_drawn_;
    Floats sum_;
    QNetwork::ToHidden to_hidden_;
};

}  // namespace mj

// QTower: evaluates the Q network on many hands that differ in a few tiles.
#pragma once

#include <utility>

#include "expectimax/q_network.hpp"
#include "expectimax/windows.hpp"

namespace mj {

// A convolution sees three places, so a layer's output at a place depends only on the tiles around
// it. The hands of a tree repeat the same surroundings; each is computed once, and so is the change
// that a drawn tile makes. All hands have the same melds and own wall size.
class QTower {
  public:
    explicit QTower(const QNetwork& network) : network_(network), layers_(network.layers()) {}

    // Clears the cache. The next hands have these rows, except for the hand and the unseen tiles.
    void begin(const QFeatures& rows);

    // A hand and its computed parts. Valid until `begin`.
    struct Hand {
        Counts held, unseen;
        std::vector<std::array<WindowId, kTileKinds>> windows;  // one array per layer
        std::array<float, kTileKinds> tiles;                    // the places' own outputs
        Floats hidden;                                          // their sum for the hidden layer
    };
    void look(const Counts& held, const Counts& unseen, Hand& hand);

    // The points of each discard of a hand, and of that hand after a draw. They do not depend on
    // earlier calls; which hand the tile was added to matters only in the last digits.
    void points(const Hand& hand, QValues& out);
    void points_with(const Hand& hand, Tile drawn, QValues& out);

  private:
    // The computed windows of a layer, by number.
    struct Layer {
        Windows windows;
        std::vector<WindowId> middles;  // each window's middle in the layer before
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
    Floats said_;   // for the whole hand, [window of the last layer][channels]
    Floats tiles_;  // for its own tile
    Floats last_;   // the last layer's numbers, scratch space
    // For each drawn tile with its surroundings: the change in the hidden layer, and the new
    // outputs of the places it reaches.
    Windows draws_;
    Floats added_, tiles_drawn_;
    Floats sum_;
    QNetwork::ToHidden to_hidden_;
};

}  // namespace mj

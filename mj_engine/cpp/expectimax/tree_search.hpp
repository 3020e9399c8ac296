// TreeSearch: own discards are choices, draws are chance; a layer is one of each.
// Its twin: mj_bot/expectimax/search.py.
#pragma once

#include <map>
#include <memory>

#include "expectimax/own_hand.hpp"
#include "expectimax/q_tower.hpp"
#include "shanten/shanten.hpp"

namespace mj {

// network: null to value leaves by shanten and expand all discards. alpha: with a network, the
// first ceil(alpha x n) discards are expanded. of_tiles: n counts the tiles of the hand, not its
// different discards. within: of these only the ones rated so many points below the best or better;
// 0: all of them. by_lacking: without a network, a leaf's points by the number of tiles it needs to
// be ready.
struct TreeOptions {
    std::shared_ptr<const QNetwork> network;
    double alpha;
    bool of_tiles;
    double within;
    std::vector<double> by_lacking;
    bool claims;
};

// The values of one decision's hands, each computed once. Equal to mj_bot.expectimax.search, summed
// in the same order.
class TreeSearch {
  public:
    explicit TreeSearch(const TreeOptions& options);

    // Starts a new decision. The state must live until the next call.
    void begin(const GameState& state);

    OwnHand& own() { return own_; }

    // The value of a waiting hand, searched this many layers deep, at least 1.
    double value(const TreeHand& waiting, int layers);

    // The discards of a drawn hand to expand, as bits by tile.
    std::uint64_t expanded(const TreeHand& drawn);

    // The network's points for each discard of a drawn hand.
    QValues ranking(const TreeHand& drawn);

    // How many leaves were valued since `begin`.
    [[nodiscard]] int leaves() const { return leaves_; }

  private:
    double value_of(int waiting, int layers);
    double worth_of(int drawn, int layers);
    double mean(int waiting, int layers);
    double leaf_value(int drawn);
    double leaf_after_draw(int drawn, int waiting, Tile tile);
    static double best_held(const TreeHand& drawn, const QValues& values);
    const Coming& coming_of(int waiting);
    QTower& tower_of(int melds, int left);

    TreeOptions options_;
    OwnHand own_;
    Shanten shanten_;
    QFeatures root_{};
    int leaves_ = 0;
    std::vector<std::unique_ptr<QTower>> towers_;      // the used ones first
    std::map<std::pair<int, int>, QTower*> by_place_;  // by melds and tiles left
    // The waiting hand whose draws were looked up last, in its tower.
    QTower::Hand base_;
    int base_of_ = -1;
    QTower::Hand whole_;
    std::vector<double> leaf_values_;               // by drawn hand; NaN if not known yet
    std::vector<std::vector<double>> values_;       // [layers][waiting hand]
    std::vector<std::vector<double>> worths_;       // [layers][drawn hand]
    std::vector<std::unique_ptr<Coming>> comings_;  // by waiting hand
};

}  // namespace mj

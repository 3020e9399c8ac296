// Lattice: every multiset of tiles between nothing and the missing tiles of a group of targets.
// Its twin: mj_bot/odds/value/lattice.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/multiset.hpp"
#include "odds/value/finishes.hpp"

namespace mj {

// Adds one tile; leads to a state of the next level.
struct Edge {
    std::int32_t child;
    std::uint32_t tile;
};

// The states with the same number of tiles, and their edges to the next level.
struct Level {
    MultisetIndex states;             // the tiles got so far
    std::vector<std::int32_t> group;  // the group completed there, -1 for none
    std::vector<std::int32_t> begin;  // [state + 1], in `edges`
    std::vector<Edge> edges;
    // The states with edges, those with fewest first: so loops over a state's edges are as long as
    // the one before.
    std::vector<std::int32_t> by_edges;

    [[nodiscard]] std::span<const Edge> edges_of(int state) const {
        return {edges.data() + begin[state], edges.data() + begin[state + 1]};
    }
};

class Lattice {
  public:
    // Builds the levels from no tile to all that the groups lack.
    void make(const Finishes& finishes);

    // The size of the largest group, plus one.
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] const Level& level(int tiles) const { return levels_[tiles]; }

  private:
    void make_level(const Finishes& finishes, int tiles);
    void order_edges(Level& level);
    static void order_states(Level& level);

    int size_ = 0;
    std::vector<Level> levels_;
    std::vector<std::vector<std::int32_t>> groups_;  // by size
    // An edge that is not sorted yet, and the state where it starts.
    struct Unsorted {
        std::int32_t parent;
        Edge edge;
    };
    std::vector<Unsorted> unsorted_;
};

}  // namespace mj

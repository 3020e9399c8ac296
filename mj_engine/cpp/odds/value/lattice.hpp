// Lattice: every multiset of tiles up to the missing tiles of a group of targets.
// Its twin: mj_bot/odds/value/lattice.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/value/finishes.hpp"
#include "odds/value/multiset.hpp"

namespace mj {

// One more tile, to a state of the next level.
struct Edge {
    std::int32_t child;
    std::uint32_t tile;
};

// The states of one size, and their edges to the next level.
struct Level {
    MultisetIndex states;             // what was got
    std::vector<std::int32_t> group;  // completed there, -1 for none
    std::vector<std::int32_t> begin;  // [state + 1], in `edges`
    std::vector<Edge> edges;

    [[nodiscard]] std::span<const Edge> edges_of(int state) const {
        return {edges.data() + begin[state], edges.data() + begin[state + 1]};
    }
};

class Lattice {
  public:
    // The levels from nothing got to all that the groups lack.
    void make(const Finishes& finishes);

    // One more than the tiles of the largest group.
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] const Level& level(int tiles) const { return levels_[tiles]; }

  private:
    void make_level(const Finishes& finishes, int tiles);
    void order_edges(Level& level);

    int size_ = 0;
    std::vector<Level> levels_;
    std::vector<std::vector<std::int32_t>> groups_;  // by size
    std::vector<std::int32_t> parents_;              // of edges that are not ordered yet
    std::vector<Edge> unordered_;
};

}  // namespace mj

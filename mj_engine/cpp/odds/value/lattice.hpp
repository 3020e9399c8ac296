// Lattice: every multiset of tiles between nothing and the missing tiles of a group of targets.
// Its twin: mj_bot/odds/value/lattice.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/value/finishes.hpp"
#include "odds/value/multiset.hpp"

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

    int size_ = 0;
    std::vector<Level> levels_;
    std::vector<std::vector<std::int32_t>> groups_;  // by size
    std::vector<std::int32_t> parents_;              // of the edges not sorted yet
    std::vector<Edge> unordered_;
};

}  // namespace mj

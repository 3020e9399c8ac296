#include "odds/value/lattice.hpp"

#include <algorithm>
#include <numeric>

namespace mj {

void Lattice::make(const Finishes& finishes) {
    const int groups = finishes.missing().size();
    size_ = 1;
    for (auto& own : groups_) own.clear();
    for (int group = 0; group < groups; ++group) {
        const int tiles = finishes.distance(group);
        size_ = std::max(size_, tiles + 1);
        if (std::ssize(groups_) < size_) groups_.resize(size_);
        groups_[tiles].push_back(group);
    }
    if (std::ssize(levels_) < size_) levels_.resize(size_);
    if (std::ssize(groups_) < size_) groups_.resize(size_);
    for (int tiles = size_ - 1; tiles >= 0; --tiles) make_level(finishes, tiles);
}

// Adds the groups of this size, and the states of the level above with one tile removed.
void Lattice::make_level(const Finishes& finishes, int tiles) {
    Level& level = levels_[tiles];
    const Level* above = tiles + 1 < size_ ? &levels_[tiles + 1] : nullptr;
    level.states.clear(groups_[tiles].size() + (above != nullptr ? above->states.size() : 1));
    level.group.clear();
    unsorted_.clear();
    for (const auto group : groups_[tiles]) {
        level.states.number(finishes.missing().key(group));
        level.group.push_back(group);
    }
    for (int state = 0; above != nullptr && state < above->states.size(); ++state) {
        // A copy: numbering never moves keys of the level above, but the compiler cannot know.
        const Multiset key = above->states.key(state);
        key.each_taken([&](unsigned tile, const Multiset& rest) {
            unsorted_.push_back({level.states.number(rest), {state, tile}});
        });
    }
    level.group.resize(level.states.size(), -1);
    order_edges(level);
    order_states(level);
}

// Counting sort by the state where an edge starts.
void Lattice::order_edges(Level& level) {
    level.begin.assign(level.states.size() + 1, 0);
    for (const Unsorted& one : unsorted_) ++level.begin[one.parent + 1];
    std::partial_sum(level.begin.begin(), level.begin.end(), level.begin.begin());
    level.edges.resize(unsorted_.size());
    // Each begin moves up to its end, which is the next state's begin.
    for (const Unsorted& one : unsorted_) level.edges[level.begin[one.parent]++] = one.edge;
    std::copy_backward(level.begin.begin(), level.begin.end() - 1, level.begin.end());
    level.begin.front() = 0;
}

// Counting sort by the number of edges, which is that of kinds at most.
void Lattice::order_states(Level& level) {
    std::array<std::int32_t, kTileKinds + 2> starts{};
    const int states = level.states.size();
    const auto edges = [&](int state) { return level.begin[state + 1] - level.begin[state]; };
    for (int state = 0; state < states; ++state) ++starts[edges(state) + 1];
    const std::int32_t without = starts[1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    level.by_edges.resize(states - without);
    for (int state = 0; state < states; ++state) {
        if (edges(state) != 0) level.by_edges[starts[edges(state)]++ - without] = state;
    }
}

}  // namespace mj

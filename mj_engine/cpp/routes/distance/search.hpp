// Search: the distance of tiles from a number of sets and a pair, weighted by the copies left.
// Its twin: mj_bot/routes/distance/basic_shanten.py.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/numbering.hpp"
#include "routes/suit_tiles.hpp"

namespace mj {

// The cost of a dead tile: infinite, so it never wins a minimum.
inline constexpr double kDead = std::numeric_limits<double>::infinity();

inline constexpr int kMostSets = 4;
using BySets = std::array<double, kMostSets + 1>;
using Difficulty = std::array<double, kTileKinds>;

// What one suit can give to one set and a pair. pair: the cost of the cheapest pair, without a set.
// complete: whether there is a complete set. If so, done: the cheapest pair beside it. If not,
// least: the cheapest partial set; paired: the cheapest partial set with a pair beside it.
struct OneSet {
    double pair;
    bool complete;
    double done, least, paired;
};

// The weighted distances of many hands with the same copies left; results are cached.
class Search {
  public:
    // Chows use only the numbers low to high.
    Search(int low, int high) : low_(low), high_(high) {}

    // Clears the cache for other copies left.
    void begin(const Difficulty& difficulty);

    // The distance from tiles to `sets` sets (0-4) and a pair.
    double distance(const Suits& suits, int sets);

    // The cost of a pair from these tiles.
    [[nodiscard]] double pair(const Suits& suits) const;

    // What these tiles of one suit can give to one set and a pair; the total cost over all suits.
    OneSet one(int suit, SuitTiles tiles);
    [[nodiscard]] double one_set(const std::array<const OneSet*, kSuitsAndHonours>& parts) const;
    // The same for the tiles of a whole hand.
    double one_set(const Suits& suits);

  private:
    // The costs of one suit's partial sets, by place: completing a single tile to a pair, i and i +
    // 1 to a chow, i and i + 2 to a chow. kDead if no copy is left.
    struct Waits {
        std::array<double, kSuitSize> single, next_to, around;
    };
    // What one suit can give, by number of sets. least: the cheapest way to that many sets,
    // complete ones first. paired: the same with a pair from the remaining tiles. stuck: the same
    // if no partial set with a live wait is left.
    struct Least {
        BySets least, paired, stuck;
    };
    // The same, with the number of complete sets, and the cheapest pair beside them.
    struct Reach {
        Least by_sets;
        BySets done;
        int most;
    };

    // Indexes into `reaches_` and `partials_`.
    std::size_t reach(int suit, SuitTiles tiles);
    std::size_t partials(int suit, SuitTiles tiles);
    [[nodiscard]] double pair_of(int suit, SuitTiles tiles) const;
    [[nodiscard]] OneSet one_set_of(int suit, SuitTiles tiles) const;
    [[nodiscard]] double complete(const std::array<std::size_t, kSuitsAndHonours>& of,
                                  int sets) const;
    [[nodiscard]] double join(const Least& front, const Least& back, int sets) const;

    // Calls `visit(rest)` for each way to remove one complete set.
    template <typename Visit>
    static void each_complete(int suit, SuitTiles tiles, const Visit& visit);
    // Calls `visit(cost, rest)` for each partial set with a live wait.
    template <typename Visit>
    void each_partial(int suit, SuitTiles tiles, const Visit& visit) const;

    int low_, high_;
    std::array<Waits, kSuitsAndHonours> waits_{};
    Numbering reach_numbers_, partial_numbers_, one_set_numbers_;
    std::vector<Reach> reaches_;
    std::vector<Least> partials_;
    std::vector<OneSet> one_sets_;
};

}  // namespace mj

// Search: how far tiles are from some sets and a pair, weighted by the copies that are left.
// Its twin: mj_bot/routes/distance/basic_shanten.py.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/numbering.hpp"
#include "routes/suit_tiles.hpp"

namespace mj {

// In sums and least values a dead tile must never win: it stands as infinity there.
inline constexpr double kDead = std::numeric_limits<double>::infinity();

inline constexpr int kMostSets = 4;
using BySets = std::array<double, kMostSets + 1>;
using Difficulty = std::array<double, kTileKinds>;

// What one suit can give to one set and a pair. pair: the cheapest pair, no set taken. complete:
// whether there is a complete set; then done: the cheapest pair beside it. Else least: the cheapest
// partial set; paired: the same with a pair beside it.
struct OneSet {
    double pair;
    bool complete;
    double done, least, paired;
};

// The weighted distance of many hands over the same copies left; remembers what it searched.
class Search {
  public:
    // Chows lie within the numbers low-high.
    Search(int low, int high) : low_(low), high_(high) {}

    // Other copies are left: forgets all.
    void begin(const Difficulty& difficulty);

    // From tiles to a number of sets (0-4) and a pair.
    double distance(const Suits& suits, int sets);

    // What a pair out of these tiles costs.
    [[nodiscard]] double pair(const Suits& suits) const;

    // What these tiles of one suit can give to one set and a pair; what all suits' parts cost.
    OneSet one(int suit, SuitTiles tiles);
    [[nodiscard]] double one_set(std::span<const OneSet, kSuitsAndHonours> parts) const;

  private:
    // What one suit's tiles cost, by place: the tile itself, i and i + 1 to become a chow, i and
    // i + 2. kDead where no copy is left.
    struct Waits {
        std::array<double, kSuitSize> single, next_to, around;
    };
    // What one suit can give, by number of sets. least: the cheapest way to as many sets, complete
    // ones first. paired: the same with a pair out of what is left. stuck: the same where no
    // partial set with a live wait is left.
    struct Least {
        BySets least, paired, stuck;
    };
    // The same, and of complete sets alone how many there are, and the cheapest pair beside them.
    struct Reach {
        Least by_sets;
        BySets done;
        int most;
    };

    // The places of what was searched in `reaches_` and `partials_`.
    std::size_t reach(int suit, SuitTiles tiles);
    std::size_t partials(int suit, SuitTiles tiles);
    [[nodiscard]] double pair_of(int suit, SuitTiles tiles) const;
    [[nodiscard]] OneSet one_set_of(int suit, SuitTiles tiles) const;
    [[nodiscard]] double complete(const std::array<std::size_t, kSuitsAndHonours>& of,
                                  int sets) const;
    [[nodiscard]] double join(const Least& front, const Least& back, int sets) const;

    // Calls `visit(rest)` for what is left when one complete set is taken, in every way.
    template <typename Visit>
    static void each_complete(int suit, SuitTiles tiles, const Visit& visit);
    // Calls `visit(cost, rest)` for every partial set with a live wait.
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

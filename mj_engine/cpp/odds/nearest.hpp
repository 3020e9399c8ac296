// Nearest: finds the shapes nearest to a hand, out of the table and among those made from the hand.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "odds/distances.hpp"
#include "odds/fan_cache.hpp"
#include "odds/forms.hpp"
#include "odds/options.hpp"
#include "odds/racer.hpp"
#include "odds/tables.hpp"

namespace mj {

class Nearest {
  public:
    Nearest(std::shared_ptr<const OddsTables> tables, const OddsOptions& options, FanCache& fans);

    // The shapes at most `slack` tiles farther than the nearest of 8 fan, in mj_bot's order: by
    // distance, then as the table and the forms have them. They stay until the next call.
    std::span<const Shape> operator()(const Racer& racer);

  private:
    // A front that may begin a near shape.
    struct Front {
        std::uint32_t front;
        std::uint16_t first_part;
        std::uint8_t distance;
        std::uint8_t tiles;
    };
    // A shape of the table, by its parts.
    struct Hit {
        std::uint16_t first_part, second_part;
        Packed packed;
    };
    // Bounds of distance: a shape of the table that lacks as much needs a tile that is not there.
    static constexpr int kLevels = 20;
    using Levels = std::array<std::vector<Hit>, kLevels>;

    void take_hand(const Racer& racer);
    void search();
    void prepare(int cap);
    void find_least_backs(int cap);
    void collect_fronts(int cap);
    void collect_runs(int first_part, int its_class, int cap);
    bool expand_levels(int cap);
    void expand(const Front& front);
    void expand_some(const Front& front, std::span<const Packed> shapes);
    void take(const Hit& hit, int distance);
    [[nodiscard]] Shape shape_of(const Hit& hit, int distance) const;
    void gather(const Racer& racer);
    void keep_nearest();

    // Several hands' distances of one suit: most suits stay as they are from hand to hand.
    static constexpr int kKept = 4;
    struct Kept {
        std::array<PartDistances, kKept> of;
        std::array<std::uint64_t, kKept> used{};
    };
    PartDistances& distances(const Racer& racer, int suit);

    std::shared_ptr<const OddsTables> tables_;
    const OddsOptions& options_;
    const SearchFit& fit_;
    FormMaker forms_;
    std::array<Kept, 4> kept_;
    std::uint64_t calls_ = 0;

    std::array<PartDistances*, 4> parts_{};
    int held_ = 0;
    std::array<int, kShapeTiles + 1> least_back_{};  // by the tiles of the back
    std::vector<int> lift_;                          // by honour part
    int lift_winds_ = -1;
    std::array<std::vector<Front>, kLevels> fronts_;  // by bound
    Levels hits_, chickens_;                          // by distance
    int nearest_ = 0;
    bool found_winning_ = false;
    int last_cap_ = 0;
    std::vector<Shape> forms_found_, shapes_;
};

}  // namespace mj

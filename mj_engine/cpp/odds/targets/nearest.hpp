// Nearest: finds the targets nearest to a hand, from the table and from forms built from the hand.
// Its twin: mj_bot/odds/targets/nearest.py.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "numbers/nearest.hpp"
#include "numbers/options.hpp"
#include "odds/hand_context.hpp"
#include "odds/targets/distances.hpp"
#include "odds/targets/special_forms.hpp"
#include "odds/targets/target_table.hpp"
#include "odds/value/fan_cache.hpp"

namespace mj {

class Nearest {
  public:
    Nearest(std::shared_ptr<const OddsTables> tables, const OddsOptions& options, FanCache& fans);

    // The targets at most `slack` tiles farther than the nearest one of 8 fan, in mj_bot's order:
    // by distance, then the table's order, then the forms. Valid until the next call.
    std::span<const TargetHand> operator()(const HandContext& context);

    // A target in short.
    struct Near {
        Multiset tiles;
        std::int16_t fan;
        std::uint8_t distance;
    };
    // All targets that lack at most `most` tiles, in any order. `most` must be small enough that no
    // target needs a tile without unseen copies. Valid until the next call. keep: remember them, as
    // few others are near a hand that got one tile since. It changes the speed, never the result.
    std::span<const Near> within(const HandContext& context, int most, bool keep);

  private:
    // A front that may lead to a near target.
    struct Front {
        std::uint32_t front;
        std::uint16_t first_part, second_part;
        std::uint16_t classes;  // of the bamboo parts that may be near enough, one bit each
        std::uint8_t distance;
        std::uint8_t tiles;
    };
    // A run whose fronts may lead to near targets.
    struct NearRun {
        OddsTables::Run run;
        Front first;  // what its fronts share, with the distance of the first part
        int left;     // for the other parts
    };
    // A target of the table, by its parts.
    struct Hit {
        std::uint16_t first_part, second_part;
        Packed packed;
    };
    using Levels = std::vector<std::vector<Hit>>;

    // The targets of the table near a hand.
    struct Known {
        std::optional<HandContext> of;
        int most = 0;
        std::vector<Hit> hits;
    };
    // How a hand follows from that of the known targets.
    struct Step {
        bool follows = false;
        Tile tile = kNoTile;  // of which it has one more, if of any
        int count = 0;        // its copies now
        int reach = 0;        // its copies that could be had before
    };

    void take_hand(const HandContext& context);
    [[nodiscard]] Step step_to(const HandContext& context, int most) const;
    void add_known(const Step& step, int most);
    void add_new(const Step& step, int most);
    void add_near(const Hit& hit, int distance);
    [[nodiscard]] int count_in(const Hit& hit, Tile tile) const;
    void clear_levels();
    void search();
    void need_parts(int cap);
    void find_least_backs(int cap);
    [[nodiscard]] int least_back(int bamboo_class, int honour_class, int cap) const;
    void collect_fronts(int cap);
    void collect_runs(int first_part, int its_class, int cap);
    void collect_run(const NearRun& near_run);
    bool expand_levels(int cap);
    template <typename Visit>
    void each_front(int level, const Visit& visit) const;
    template <typename Visit>
    void each_target(const Front& front, int left, const Visit& visit) const;
    void take(const Hit& hit, int distance);
    [[nodiscard]] TargetHand target_of(const Hit& hit, int distance) const;
    void gather(const HandContext& context);
    void keep_nearest();
    void keep(const std::vector<Hit>& hits, int distance, int most);

    // Distances of one suit for the last few hands: most suits stay the same from hand to hand.
    static constexpr int kKept = 4;
    struct Kept {
        std::array<PartDistances, kKept> of;
        std::array<std::uint64_t, kKept> used{};
    };
    PartDistances& distances(const HandContext& context, int suit);

    std::shared_ptr<const OddsTables> tables_;
    const OddsOptions& options_;
    SpecialForms forms_;
    std::array<Kept, 4> kept_;
    std::uint64_t calls_ = 0;

    std::array<PartDistances*, 4> parts_{};
    int held_ = 0;
    std::array<int, kTargetTiles + 1> least_back_{};  // by the tiles of the back
    // By the tiles of the front, and by what is left for the back, from -kUnreachable on: the
    // classes of the bamboo parts of backs that lack no more, one bit each.
    using Classes =
        std::array<std::uint16_t, numbers::nearest::kUnreachable + numbers::nearest::kNotToBeHad>;
    std::array<Classes, kTargetTiles + 1> near_backs_{};
    std::vector<int> lift_;  // by honour part
    int lift_winds_ = -1;
    // The search stops here: beyond it a target would need a tile without unseen copies.
    int farthest_;
    std::vector<NearRun> runs_;
    std::vector<std::vector<Front>> fronts_;  // by bound
    Levels hits_, chickens_;                  // by distance
    int nearest_ = 0;
    bool found_winning_ = false;
    int last_cap_ = 0;
    std::vector<TargetHand> forms_found_, targets_;
    std::vector<Near> near_;
    std::vector<Hit> near_hits_;  // of the table
    Known known_;
    PartDistances with_tile_;
};

}  // namespace mj

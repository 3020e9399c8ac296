// SpecialForms: targets built from the hand, not stored in the table: All Pungs and special forms.
// Its twin: mj_bot/odds/targets/special_forms.py.
#pragma once

#include <vector>

#include "odds/hand_context.hpp"
#include "odds/value/fan_cache.hpp"

namespace mj {

class SpecialForms {
  public:
    explicit SpecialForms(FanCache& fans) : fans_(fans) {}

    // Adds the targets of these forms that lack at most `most` tiles, in mj_bot's order: All Pungs,
    // Seven Pairs, Thirteen Orphans, Honors and Knitted Tiles, Knitted Straight. Seven Pairs and
    // Honors and Knitted Tiles: only the nearest ones.
    void make(const HandContext& context, int most, std::vector<TargetHand>& found);

  private:
    void all_pungs();
    void choose_pungs(std::size_t from, int size, int left);
    void pairs_beside(int left);
    void seven_pairs();
    void thirteen_orphans();
    void honors_and_knitted();
    void knitted_straight();
    void with_a_set(const Counts& base, int left);
    void with_a_pair(const Counts& counts, int left);
    void add(const Counts& counts, int fan, bool claimable);
    [[nodiscard]] int lack(int tile, int count) const;

    struct Pung {
        int lacks;
        Tile tile;
        auto operator<=>(const Pung&) const = default;
    };

    FanCache& fans_;
    const HandContext* context_ = nullptr;
    Multiset have_;
    std::vector<TargetHand>* found_ = nullptr;
    int most_ = 0;
    std::vector<Pung> pungs_;   // the candidates, the nearest first
    std::vector<Tile> chosen_;  // with the melds
};

}  // namespace mj

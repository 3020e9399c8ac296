// TargetSummary: the targets within reach after a discard: how near, how many, of how much fan.
// Its twin: mj_bot/learned/target_summary.py.
#pragma once

#include <span>
#include <vector>

#include "odds/odds.hpp"

namespace mj {

// See mj_bot.learned.target_summary for each field.
struct TargetSummary {
    int distance = 0;
    int ways = 0;
    double fan = 0;
    double special = 0;
    int dearest = 0;
    int shape = 0;
};

// The reach after discarding a tile that the context still holds; kNoTile: without a discard.
TargetSummary target_summary(const HandContext& context, std::span<const TargetHand> targets,
                             Tile discard);

// The hands of a decision, recorded while `odds` runs; a summary is computed when it is asked for.
class TargetSummaries final : public Watcher {
  public:
    void see(const ValuedHand& hand) override;

    // By the candidate's index; empty if it leaves no hand.
    [[nodiscard]] TargetSummary of(std::size_t place) const;

  private:
    // What the discards of one hand share.
    struct Hand {
        HandContext context;
        std::vector<TargetHand> targets;
    };
    // One candidate: its hand's index, -1 if it leaves none.
    struct Seen {
        int hand = -1;
        Tile discard = kNoTile;
    };
    std::vector<Hand> hands_;  // the first `used_` are of this decision
    int used_ = 0;
    std::vector<Seen> seen_;
};

}  // namespace mj

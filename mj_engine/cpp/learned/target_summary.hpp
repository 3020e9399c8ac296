// TargetSummary: what is in reach after a discard: how near the target hands are, how many, of how
// much fan. Its twin: mj_bot/learned/target_summary.py.
#pragma once

#include <span>
#include <vector>

#include "odds/odds.hpp"

namespace mj {

// mj_bot.learned.target_summary says what each is.
struct TargetSummary {
    int distance = 0;
    int ways = 0;
    double fan = 0;
    double special = 0;
    int dearest = 0;
    int shape = 0;
};

// What is in reach after the discard of a tile that the context still holds; for kNoTile, without a
// discard.
TargetSummary target_summary(const HandContext& context, std::span<const TargetHand> targets,
                             Tile discard);

// The reach of each candidate that `odds` values while it watches.
class TargetSummaries final : public Watcher {
  public:
    void see(const ValuedHand& hand) override;

    // By the candidate's place; nothing is in reach if it leaves no hand.
    [[nodiscard]] TargetSummary of(std::size_t place) const {
        return place < found_.size() ? found_[place] : TargetSummary{};
    }

  private:
    std::vector<TargetSummary> found_;
};

}  // namespace mj

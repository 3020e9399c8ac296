// Route `chows`: a fan of three chows and one free set.
// Its twin: mj_bot/routes/families/chows.py.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/numbering.hpp"
#include "routes/families/chow_targets.hpp"
#include "routes/outlook.hpp"

namespace mj {

class Chows {
  public:
    explicit Chows(const ChowTargets& targets) : targets_(targets) {}

    // Clears the cache for a new decision.
    void begin();

    // The distance of the nearest target, with a small bonus for each other target near it.
    double distance(const RoutePosition& position, Outlook& outlook);

  private:
    // One suit's tiles outside a target: their bonus, and what they give to a set and a pair.
    struct Rest {
        double bonus;
        OneSet gives;
    };
    // One suit's tiles. needs: by part, the cost of its missing tiles, kDead if no copy of one is
    // left. rests: by part, the index in `rests_` of the tiles left over, kUnknown until computed.
    struct HeldTiles {
        int suit = 0;
        SuitTiles tiles;
        std::vector<double> needs;
        std::vector<std::int32_t> rests;
    };
    // Some targets. free: whether the hand has to make the free set too.
    struct Look {
        std::span<const ChowTargets::Entry> entries;
        bool free;
    };
    // A target within reach, by its place in all looks.
    struct Open {
        double need;
        std::size_t place;
        constexpr auto operator<=>(const Open&) const = default;
    };
    using Hand = std::array<std::size_t, kSuits>;  // indexes in `held_`

    static constexpr std::int32_t kUnknown = -1;

    std::size_t held(int suit, SuitTiles tiles, const Outlook& outlook);
    void look_for(std::span<const Tile> chows, bool free, const Hand& hand);
    [[nodiscard]] std::pair<const ChowTargets::Entry&, bool> target_of(const Open& open) const;
    std::int32_t rest(HeldTiles& of, int part, Outlook& outlook);
    double beside(const Hand& hand, const Rest& honours, const ChowTargets::Entry& entry, bool free,
                  Outlook& outlook);
    static Rest rest_of(int suit, SuitTiles tiles, Outlook& outlook);

    const ChowTargets& targets_;
    Numbering held_numbers_;
    std::vector<HeldTiles> held_;
    std::vector<Rest> rests_;
    std::vector<Look> looks_;
    std::vector<double> needs_;  // of the targets of all looks
    Open nearest_{};
    std::vector<Open> open_;
    std::vector<double> near_;
};

}  // namespace mj

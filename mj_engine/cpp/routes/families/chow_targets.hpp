// ChowTargets: the nine tiles that make each fan of three chows, and what is left of them beside
// open chows; made once, read only, shared.
// Its twin: mj_bot/routes/families/patterns.py, which has the patterns themselves.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/tile.hpp"

namespace mj {

class ChowTargets {
  public:
    // Some tiles of one suit: the place of each in it, and how many.
    struct Wanted {
        int place, count;
    };
    using Part = std::vector<Wanted>;
    // What a target asks of the hand, beside the open chows that are part of it. parts: by suit the
    // place of what it asks for in `parts`.
    struct Entry {
        double rate;
        std::array<int, kSuits> parts;
    };

    ChowTargets();

    // What a target may ask of one suit; the first asks nothing.
    [[nodiscard]] std::span<const Part> parts() const { return parts_; }

    // The targets that hold all these chows, given by their middle tiles in order.
    [[nodiscard]] std::span<const Entry> entries(std::span<const Tile> chows) const;

  private:
    using Target = std::array<int, 9>;  // three sets of three tiles

    void add(double rate, const Target& target);
    int part_of(std::span<const std::uint8_t, kSuitSize> counts);

    std::vector<Part> parts_;
    std::unordered_map<std::uint32_t, std::vector<Entry>> entries_;  // by the chows, see key_of
};

}  // namespace mj

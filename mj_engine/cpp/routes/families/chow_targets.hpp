// ChowTargets: the nine tiles of each three-chow fan, and what they still need beside open chows;
// built once, read-only, shared.
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
    // Tiles of one suit: place and count.
    struct Wanted {
        std::uint8_t place, count;
        constexpr bool operator==(const Wanted&) const = default;
    };
    class Part {
      public:
        void add(Wanted wanted) { of_[size_++] = wanted; }
        [[nodiscard]] const Wanted* begin() const { return of_.data(); }
        [[nodiscard]] const Wanted* end() const { return of_.data() + size_; }

      private:
        std::array<Wanted, kSuitSize> of_{};
        std::uint8_t size_ = 0;
    };
    // What a target needs from the hand, beside the open chows in it. parts: by suit, indexes.
    struct Entry {
        double rate;
        std::array<int, kSuits> parts;
    };

    ChowTargets();

    // The different needs of one suit; the first is empty.
    [[nodiscard]] std::span<const Part> parts() const { return parts_; }

    // The targets that contain all these chows, given by sorted middle tiles.
    [[nodiscard]] std::span<const Entry> entries(std::span<const Tile> chows) const;

  private:
    using Target = std::array<int, 9>;  // three sets of three tiles

    void add(double rate, const Target& target);
    int part_of(std::span<const std::uint8_t, kSuitSize> counts);

    std::vector<Part> parts_;
    std::unordered_map<std::uint32_t, std::vector<Entry>> entries_;  // by the chows, see key_of
};

}  // namespace mj

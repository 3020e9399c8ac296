// SuitTiles: the tiles of one suit packed into one number, for use as a key.
#pragma once

#include <array>
#include <cstdint>

#include "core/tile.hpp"

namespace mj {

// Three bits per place of a suit, the lowest first; honours have seven places.
class SuitTiles {
  public:
    constexpr SuitTiles() = default;

    [[nodiscard]] constexpr int count(int place) const {
        return static_cast<int>(bits_ >> shift_of(place) & 7U);
    }
    constexpr void add(int place, int count) {
        bits_ += static_cast<std::uint32_t>(count) << shift_of(place);
    }

    // Removes copies of a tile, or a chow from a place on; the tiles must be there.
    [[nodiscard]] constexpr SuitTiles less(int place, int count) const {
        return SuitTiles(bits_ - (static_cast<std::uint32_t>(count) << shift_of(place)));
    }
    [[nodiscard]] constexpr SuitTiles less_two(int place, int other) const {
        return less(place, 1).less(other, 1);
    }
    [[nodiscard]] constexpr SuitTiles less_chow(int first) const {
        return SuitTiles(bits_ - (kChow << shift_of(first)));
    }

    // Only the places `first` to `last`.
    [[nodiscard]] constexpr SuitTiles within(int first, int last) const {
        return SuitTiles(bits_ >> shift_of(first) << shift_of(first) &
                         ((1U << shift_of(last + 1)) - 1));
    }

    [[nodiscard]] constexpr int size() const {
        int size = 0;
        for (std::uint32_t rest = bits_; rest != 0; rest >>= 3U)
            size += static_cast<int>(rest & 7U);
        return size;
    }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool has_pair() const { return (bits_ & kTwoOrMore) != 0; }
    [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

  private:
    static constexpr std::uint32_t kChow = 0111;
    static constexpr std::uint32_t kTwoOrMore = 0666666666;

    static constexpr unsigned shift_of(int place) { return 3U * static_cast<unsigned>(place); }

    constexpr explicit SuitTiles(std::uint32_t bits) : bits_(bits) {}

    std::uint32_t bits_ = 0;
};

// A hand by suit: characters, dots, bamboos, honours.
inline constexpr int kHonourSuit = kSuits;
inline constexpr int kSuitsAndHonours = kSuits + 1;
using Suits = std::array<SuitTiles, kSuitsAndHonours>;

constexpr Suits suits_of(const Counts& hand) {
    Suits suits{};
    for (int tile = 0; tile < kTileKinds; ++tile) {
        suits[tile / kSuitSize].add(tile % kSuitSize, hand[tile]);
    }
    return suits;
}

}  // namespace mj

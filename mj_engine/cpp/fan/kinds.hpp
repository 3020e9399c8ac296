// Sets of tile kinds as bits.
#pragma once

#include <bit>
#include <cstring>

#include "core/tile.hpp"

namespace mj::fan {

using Kinds = std::uint64_t;  // bit t: kind t

constexpr Kinds bit(int tile) { return Kinds{1} << static_cast<unsigned>(tile); }
constexpr bool within(Kinds kinds, Kinds allowed) { return (kinds & ~allowed) == 0; }
constexpr bool has_all(Kinds kinds, Kinds wanted) { return (wanted & ~kinds) == 0; }

// The kinds from first to last.
constexpr Kinds range(int first, int last) { return bit(last + 1) - bit(first); }

inline constexpr Kinds kHonourKinds = range(kFirstHonour, kTileKinds - 1);
inline constexpr Kinds kTerminalKinds = bit(0) | bit(8) | bit(9) | bit(17) | bit(18) | bit(26);

namespace detail {

// Gathers the lowest bits of eight bytes with one multiplication.
constexpr Kinds gather(std::uint64_t bytes) {
    return ((bytes & 0x0101010101010101U) * 0x0102040810204080U) >> 56U;
}

// The kinds whose byte is odd after applying `odd` to eight counts at once.
template <typename Odd>
Kinds kinds_where(const Counts& counts, Odd odd) {
    static_assert(std::endian::native == std::endian::little);
    Kinds kinds = 0;
    for (unsigned first = 0; first < 32; first += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, counts.data() + first, 8);
        kinds |= gather(odd(bytes)) << first;
    }
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, counts.data() + 32, kTileKinds - 32);
    return kinds | gather(odd(bytes)) << 32U;
}

}  // namespace detail

// The kinds in the hand. No count may exceed seven.
inline Kinds kinds_of(const Counts& counts) {
    return detail::kinds_where(counts, [](auto each) { return each | each >> 1U | each >> 2U; });
}

// The kinds with four copies.
inline Kinds fours_of(const Counts& counts) {
    return detail::kinds_where(counts, [](auto each) { return each >> 2U; });
}

// The kinds with one or three copies.
inline Kinds odds_of(const Counts& counts) {
    return detail::kinds_where(counts, [](auto each) { return each; });
}

}  // namespace mj::fan

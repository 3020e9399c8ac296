// Rows: how many tiles of one suit fit into a number of sets, with and without the pair.
// Its twin: mj_bot/shanten/rows.py.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tile.hpp"

namespace mj::shanten {

inline constexpr int kMostSets = 4;
inline constexpr int kPlaces = kMostSets + 1;

// The most tiles that fit into 0-4 sets (places 0-4), and the same with a pair (5-9). A set may
// lack two or all three of its tiles. The limit of four copies per tile is ignored.
using Row = std::array<std::uint8_t, 2 * kPlaces>;

// The counts of one suit, three bits per place; honours are a suit of seven places without chows.
using Packed = std::uint32_t;
inline constexpr Packed kBits = 3;
inline constexpr Packed kMask = 7;

constexpr Packed one_at(int place) { return Packed{1} << (kBits * static_cast<Packed>(place)); }
constexpr int count_at(Packed suit, int place) {
    return static_cast<int>((suit >> (kBits * static_cast<Packed>(place))) & kMask);
}
Packed pack(const std::uint8_t* counts, int places);

// By place of a row, the tiles that raise the number there, as bits.
using Raises = std::array<std::uint16_t, 2 * kPlaces>;

// Cached rows of suits. Not thread-safe.
class Rows {
  public:
    Rows() : suits_(kRemembered), honours_(kRemembered), raises_(kRaises) {}

    const Row& suit(Packed counts) { return entry(counts, suits_, true).row; }
    const Row& honours(Packed counts) { return entry(counts, honours_, false).row; }

    const Raises& raises(Packed counts, bool chows);

  private:
    static constexpr std::size_t kRemembered = 1U << 13U;
    static constexpr std::size_t kRaises = 1U << 12U;

    struct Entry {
        Packed counts = ~Packed{0};
        Row row{};
    };
    using Memory = std::vector<Entry>;

    const Entry& entry(Packed counts, Memory& memory, bool chows);
    Row compute(Packed counts, Memory& memory, bool chows);

    struct RaisesEntry {
        Packed counts = ~Packed{0};  // of honours with the highest bit set
        Raises raises{};
    };

    Memory suits_;
    Memory honours_;
    std::vector<RaisesEntry> raises_;
};

// The row of two rows' tiles together; they must not share a suit.
Row join(const Row& one, const Row& other);

// The most tiles of both rows that fit into this many sets and a pair.
int usable(const Row& one, const Row& other, int sets);

// The row's places that must grow to make more than `most` tiles usable, as bits.
std::uint16_t tight(const Row& one, const Row& other, int sets, int most);

}  // namespace mj::shanten

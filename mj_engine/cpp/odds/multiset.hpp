// Multiset: a few tiles as one exact key, and a hash table from such keys to numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/tile.hpp"

namespace mj {

// Up to seven of each tile: three bits per tile in two words, of two suits each.
class Multiset {
  public:
    constexpr Multiset() = default;
    constexpr explicit Multiset(const Counts& counts)
        : Multiset(packed<0>(counts), packed<kSuitSize>(counts), packed<2 * kSuitSize>(counts),
                   packed<kFirstHonour>(counts)) {}
    // Of the tiles of each suit and the honours, three bits a tile.
    constexpr Multiset(std::uint64_t first, std::uint64_t second, std::uint64_t third,
                       std::uint64_t honours)
        : words_{first | second << kBitsOfSuit, third | honours << kBitsOfSuit} {}

    [[nodiscard]] constexpr int count(unsigned tile) const {
        return static_cast<int>(words_[word_of(tile)] >> shift_of(tile) & 7U);
    }
    constexpr void add(unsigned tile, unsigned count = 1) {
        words_[word_of(tile)] += std::uint64_t{count} << shift_of(tile);
    }
    [[nodiscard]] constexpr Counts counts() const {
        Counts counts{};
        for (unsigned tile = 0; tile < kTileKinds; ++tile) {
            counts[tile] = static_cast<std::uint8_t>(count(tile));
        }
        return counts;
    }
    // It must have one.
    constexpr void take(unsigned tile) {
        words_[word_of(tile)] -= std::uint64_t{1} << shift_of(tile);
    }
    [[nodiscard]] constexpr std::uint64_t word(unsigned place) const { return words_[place]; }

    // The tiles that `other` holds fewer of, and how many fewer.
    [[nodiscard]] constexpr Multiset without(const Multiset& other) const {
        Multiset rest;
        for (unsigned word = 0; word < 2; ++word) {
            const std::uint64_t own = words_[word];
            const std::uint64_t taken = other.words_[word];
            rest.words_[word] =
                less_every_second(own, taken) | less_every_second(own >> 3U, taken >> 3U) << 3U;
        }
        return rest;
    }

    // How many tiles it has; fewer than 64.
    [[nodiscard]] constexpr int size() const {
        constexpr std::uint64_t every_sixth_bit = 01010101010101010101;
        std::uint64_t pairs = 0;
        for (const std::uint64_t word : words_) {
            pairs += (word & kEverySecond) + (word >> 3U & kEverySecond);
        }
        return static_cast<int>(pairs * every_sixth_bit >> 48U & 63U);
    }

    // The kinds in it, one bit each.
    [[nodiscard]] constexpr std::uint64_t kinds() const {
        std::uint64_t found = 0;
        each_taken([&](unsigned tile, const Multiset&) { found |= std::uint64_t{1} << tile; });
        return found;
    }

    // The kinds in this or the other set.
    class Kinds {
      public:
        // Whether two of them make a chow with this tile. Nothing branches, since this cannot be
        // foretold.
        [[nodiscard]] constexpr unsigned makes_chow(unsigned tile) const {
            // Beside the tile, those of its suit: two and one below, one and two above.
            const std::uint64_t near =
                words_[word_of(tile)] << 6U >> shift_of(tile) & kBeside[tile];
            const std::uint64_t below = near & near >> 3U;
            const std::uint64_t around = near >> 3U & near >> 9U;
            const std::uint64_t above = near >> 9U & near >> 12U;
            return (below | around | above) & 1U;
        }

      private:
        friend class Multiset;
        std::array<std::uint64_t, 2> words_;
    };
    [[nodiscard]] constexpr Kinds kinds_with(const Multiset& other) const {
        Kinds found{};
        for (unsigned word = 0; word < 2; ++word) {
            const std::uint64_t either = words_[word] | other.words_[word];
            found.words_[word] = (either | either >> 1U | either >> 2U) & kOnes;
        }
        return found;
    }

    // Calls `visit(tile, rest)` for each tile in it, in tile order; `rest` has one copy fewer.
    template <typename Visit>
    constexpr void each_taken(Visit visit) const {
        each_taken_in<0>(visit);
        each_taken_in<1>(visit);
    }

    // The upper bits are well mixed.
    [[nodiscard]] constexpr std::uint64_t hash() const {
        return words_[0] * 0x9E3779B97F4A7C15ULL + words_[1] * 0xC2B2AE3D27D4EB4FULL;
    }
    constexpr bool operator==(const Multiset& other) const {
        return words_[0] == other.words_[0] && words_[1] == other.words_[1];
    }

  private:
    static constexpr unsigned kTilesOfWord = 18;
    static constexpr unsigned kBitsOfSuit = 3 * kSuitSize;
    static constexpr std::uint64_t kOnes = 0111111111111111111;        // one of each tile
    static constexpr std::uint64_t kEverySecond = 070707070707070707;  // the bits of every second
    static constexpr std::uint64_t kAbove = 0101010101010101010;       // the bit above each of them

    // The tiles of a suit or the honours, from `First` on. Bytes are joined pair by pair.
    template <int First>
    static constexpr std::uint64_t packed(const Counts& counts) {
        constexpr int bytes = 8;
        constexpr int size = std::min(kSuitSize, kTileKinds - First);
        std::uint64_t found = 0;
        for (int place = 0; place < std::min(size, bytes); ++place) {
            found |= std::uint64_t{counts[First + place]} << 8 * place;
        }
        found = (found | found >> 5U) & 0x003F003F003F003FU;
        found = (found | found >> 10U) & 0x00000FFF00000FFFU;
        found = (found | found >> 20U) & 0xFFFFFFU;
        if (size > bytes) found |= std::uint64_t{counts[First + size - 1]} << 3 * bytes;
        return found;
    }

    // By tile, the bits for the two tiles below and above that its suit has; none for honours.
    static constexpr std::array<std::uint64_t, kTileKinds> kBeside = [] {
        std::array<std::uint64_t, kTileKinds> beside{};
        for (int tile = 0; tile < kFirstHonour; ++tile) {
            for (int step = -2; step <= 2; ++step) {
                const int near = tile % kSuitSize + step;
                if (step != 0 && near >= 0 && near < kSuitSize) {
                    beside[tile] |= std::uint64_t{1} << 3 * (step + 2);
                }
            }
        }
        return beside;
    }();

    template <unsigned Word, typename Visit>
    constexpr void each_taken_in(const Visit& visit) const {
        const std::uint64_t counts = words_[Word];
        for (std::uint64_t ones = (counts | counts >> 1U | counts >> 2U) & kOnes; ones != 0;
             ones &= ones - 1) {
            Multiset rest = *this;
            rest.words_[Word] -= ones & (~ones + 1);
            visit(Word * kTilesOfWord + static_cast<unsigned>(std::countr_zero(ones)) / 3, rest);
        }
    }

    // Every second tile's count, less that of `taken`, at least 0. The bits beside a count show
    // whether the difference would be negative.
    static constexpr std::uint64_t less_every_second(std::uint64_t own, std::uint64_t taken) {
        const std::uint64_t left = ((own & kEverySecond) | kAbove) - (taken & kEverySecond);
        const std::uint64_t enough = left & kAbove;
        return left & (enough - (enough >> 3U));
    }

    static constexpr unsigned word_of(unsigned tile) { return tile / kTilesOfWord; }
    static constexpr unsigned shift_of(unsigned tile) {
        return 3 * (tile - kTilesOfWord * word_of(tile));
    }

    std::array<std::uint64_t, 2> words_{};
};

// Numbers different multisets from 0 on, in order of first use.
class MultisetIndex {
  public:
    // Clears the index and reserves room.
    void clear(std::size_t expected) {
        const std::size_t slots = std::bit_ceil(4 * expected + 16);
        shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
        slots_.assign(slots, kFree);
        size_ = 0;
        keep_room();
    }

    // The number of this multiset; the next number if it is new. Whether it is new cannot be
    // foretold, so nothing branches on it.
    int number(const Multiset& key) {
        std::size_t slot = key.hash() >> shift_;
        keys_[size_] = key;
        while (true) {
            const std::int32_t free = slots_[slot] >> 31;  // all ones for kFree
            const std::int32_t number = (slots_[slot] & ~free) | (size_ & free);
            if (keys_[number] == key) {
                slots_[slot] = number;
                size_ -= free;
                if (2 * static_cast<std::size_t>(size_) > slots_.size()) grow();
                return number;
            }
            slot = (slot + 1) & (slots_.size() - 1);
        }
    }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] const Multiset& key(int number) const { return keys_[number]; }

  private:
    static constexpr std::int32_t kFree = -1;

    // Room for one key more than may be numbered.
    void keep_room() { keys_.resize(std::max(keys_.size(), slots_.size() / 2 + 2)); }

    void grow() {
        const std::size_t slots = 2 * slots_.size();
        --shift_;
        slots_.assign(slots, kFree);
        keep_room();
        for (std::int32_t number = 0; number < size_; ++number) {
            std::size_t slot = keys_[number].hash() >> shift_;
            while (slots_[slot] != kFree) slot = (slot + 1) & (slots - 1);
            slots_[slot] = number;
        }
    }

    std::vector<std::int32_t> slots_;
    std::vector<Multiset> keys_;  // the first `size_` are numbered
    std::int32_t size_ = 0;
    unsigned shift_ = 64;
};

}  // namespace mj

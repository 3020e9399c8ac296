// Multiset: a few tiles as one exact key, and a hash table from such keys to numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/tile.hpp"

namespace mj {

// Up to seven of each tile: three bits per tile in two words.
class Multiset {
  public:
    constexpr Multiset() = default;

    [[nodiscard]] constexpr int count(unsigned tile) const {
        return static_cast<int>(words_[word_of(tile)] >> shift_of(tile) & 7U);
    }
    constexpr void add(unsigned tile, unsigned count = 1) {
        words_[word_of(tile)] += std::uint64_t{count} << shift_of(tile);
    }

    // Calls `visit(tile, rest)` for each tile in it, in tile order; `rest` has one copy fewer.
    template <typename Visit>
    constexpr void each_taken(Visit visit) const {
        for (unsigned word = 0; word < 2; ++word) {
            const std::uint64_t counts = words_[word];
            for (std::uint64_t ones = (counts | counts >> 1U | counts >> 2U) & kOnes; ones != 0;
                 ones &= ones - 1) {
                Multiset rest = *this;
                rest.words_[word] -= ones & (~ones + 1);
                visit(word * kTilesOfWord + static_cast<unsigned>(std::countr_zero(ones)) / 3,
                      rest);
            }
        }
    }

    // The upper bits are well mixed.
    [[nodiscard]] constexpr std::uint64_t hash() const {
        return words_[0] * 0x9E3779B97F4A7C15ULL + words_[1] * 0xC2B2AE3D27D4EB4FULL;
    }
    constexpr bool operator==(const Multiset& other) const {
        return words_[0] == other.words_[0] && words_[1] == other.words_[1];
    }

  private:
    static constexpr unsigned kTilesOfWord = 21;
    static constexpr std::uint64_t kOnes = 0111111111111111111111;  // one of each tile
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
        const std::size_t slots = std::bit_ceil(2 * expected + 16);
        shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
        slots_.assign(slots, kFree);
        keys_.clear();
    }

    // The number of this multiset; the next number if it is new.
    int number(const Multiset& key) {
        std::size_t slot = key.hash() >> shift_;
        while (slots_[slot] != kFree) {
            if (keys_[slots_[slot]] == key) return slots_[slot];
            slot = (slot + 1) & (slots_.size() - 1);
        }
        const int fresh = static_cast<int>(keys_.size());
        slots_[slot] = fresh;
        keys_.push_back(key);
        if (2 * keys_.size() > slots_.size()) grow();
        return fresh;
    }

    [[nodiscard]] int size() const { return static_cast<int>(keys_.size()); }
    [[nodiscard]] const Multiset& key(int number) const { return keys_[number]; }

  private:
    static constexpr std::int32_t kFree = -1;

    void grow() {
        const std::size_t slots = 2 * slots_.size();
        --shift_;
        slots_.assign(slots, kFree);
        for (std::size_t number = 0; number < keys_.size(); ++number) {
            std::size_t slot = keys_[number].hash() >> shift_;
            while (slots_[slot] != kFree) slot = (slot + 1) & (slots - 1);
            slots_[slot] = static_cast<std::int32_t>(number);
        }
    }

    std::vector<std::int32_t> slots_;
    std::vector<Multiset> keys_;
    unsigned shift_ = 64;
};

}  // namespace mj

// Sealed bytes: plain values as they lie in memory behind a checksum, for the same build alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace mj {

// The checksum is the first eight bytes.
inline constexpr std::size_t kSealSize = sizeof(std::uint64_t);

// The checksum of all bytes behind it. kind: what they are, such as the size of a value in them.
inline std::uint64_t seal_of(std::span<const std::uint8_t> bytes, std::size_t kind) {
    // Raised when a value that is sealed changes its meaning but not its size.
    constexpr std::uint64_t kForm = 1;
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio
    std::uint64_t sum = kForm + kind * kSpread + bytes.size();
    for (std::size_t place = kSealSize; place < bytes.size(); place += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, &bytes[place], std::min(sizeof(word), bytes.size() - place));
        sum = (sum ^ word) * kSpread;
        sum ^= sum >> 32U;
    }
    return sum;
}

inline void seal(std::span<std::uint8_t> bytes, std::size_t kind) {
    const std::uint64_t sum = seal_of(bytes, kind);
    std::memcpy(bytes.data(), &sum, sizeof(sum));
}

inline bool is_sealed(std::span<const std::uint8_t> bytes, std::size_t kind) {
    if (bytes.size() < kSealSize) return false;
    const std::uint64_t sum = seal_of(bytes, kind);
    return std::memcmp(bytes.data(), &sum, sizeof(sum)) == 0;
}

}  // namespace mj

// zlib's CRC-32, for random choices that depend only on what a seat knows.
#pragma once

#include "core/tile.hpp"

namespace mj {

constexpr auto make_crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
            rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xEDB88320U : 0U);
        }
        table[byte] = rest;
    }
    return table;
}

inline constexpr auto kCrcTable = make_crc_table();

// The checksum of one byte per count, continued from an earlier checksum.
constexpr std::uint32_t crc32(const Counts& bytes, std::uint32_t start) {
    std::uint32_t rest = ~start;
    for (const std::uint8_t byte : bytes) {
        rest = (rest >> 8U) ^ kCrcTable[(rest ^ byte) & 0xFFU];
    }
    return ~rest;
}

}  // namespace mj

// zlib's CRC-32, for random choices that depend only on what a seat knows.
#pragma once

#include "core/tile.hpp"

namespace mj {

// By byte, and by how many bytes follow it.
constexpr std::size_t kCrcWidth = 8;
using CrcTables = std::array<std::array<std::uint32_t, 256>, kCrcWidth>;

constexpr CrcTables make_crc_tables() {
    CrcTables tables{};
    for (std::uint32_t byte = 0; byte < tables[0].size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
            rest = (rest >> 1U) ^ ((rest & 1U) != 0 ? 0xEDB88320U : 0U);
        }
        tables[0][byte] = rest;
    }
    for (std::size_t after = 1; after < kCrcWidth; ++after) {
        for (std::size_t byte = 0; byte < tables[0].size(); ++byte) {
            const std::uint32_t rest = tables[after - 1][byte];
            tables[after][byte] = (rest >> 8U) ^ tables[0][rest & 0xFFU];
        }
    }
    return tables;
}

inline constexpr CrcTables kCrcTables = make_crc_tables();

// The checksum of one byte per count, continued from an earlier checksum; eight bytes at a time,
// whose tables do not wait for one another.
constexpr std::uint32_t crc32(const Counts& bytes, std::uint32_t start) {
    std::uint32_t rest = ~start;
    std::size_t place = 0;
    for (; place + kCrcWidth <= bytes.size(); place += kCrcWidth) {
        std::uint32_t next = 0;
        for (std::size_t byte = 0; byte < kCrcWidth; ++byte) {
            const std::uint32_t mixed = byte < 4 ? (rest >> (8 * byte)) & 0xFFU : 0U;
            next ^= kCrcTables[kCrcWidth - 1 - byte][mixed ^ bytes[place + byte]];
        }
        rest = next;
    }
    for (; place < bytes.size(); ++place) {
        rest = (rest >> 8U) ^ kCrcTables[0][(rest ^ bytes[place]) & 0xFFU];
    }
    return ~rest;
}

}  // namespace mj

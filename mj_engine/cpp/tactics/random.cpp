#include "tactics/random.hpp"

namespace mj {

namespace {

// The checksum of zlib, a byte at a time.
constexpr auto crc_table() {
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

constexpr auto kCrcTable = crc_table();

std::uint32_t crc32(const Counts& bytes, std::uint32_t start) {
    std::uint32_t rest = ~start;
    for (const std::uint8_t byte : bytes) {
        rest = (rest >> 8U) ^ kCrcTable[(rest ^ byte) & 0xFFU];
    }
    return ~rest;
}

// Knuth's multiplier, 2^32 / golden ratio: spreads checksums evenly over the 32 bits.
constexpr std::uint32_t kSpread = 2654435761U;

}  // namespace

Action Random::choose(const View& view, std::span<const Action> legal) {
    if (legal.size() == 1 || legal.front().kind == ActionKind::Hu) return legal.front();
    const std::uint32_t lot = crc32(view.unseen, seed_) * kSpread;
    return legal[(std::uint64_t{lot} * legal.size()) >> 32U];
}

}  // namespace mj

// Lanes: the values of one state in several columns at once, as compiler vectors.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace mj {

// Four columns. gcc and clang support these vectors on any machine, whatever its instructions.
using Float4 = float __attribute__((vector_size(16)));
using Mask4 = std::int32_t __attribute__((vector_size(16)));

// A row of columns is processed in blocks of one or of four.
template <int Lanes>
struct BlockOf {
    using Type = Float4;
    static constexpr int kSize = 4;
};
template <>
struct BlockOf<1> {
    using Type = float;
    static constexpr int kSize = 1;
};

template <typename Block>
Block load(const float* from) {
    Block block;
    std::memcpy(&block, from, sizeof block);
    return block;
}

template <typename Block>
void store(const Block& block, float* to) {
    std::memcpy(to, &block, sizeof block);
}

// The rate if the value is above the floor, else 0.
inline float rate_above(float value, float floor, float rate) { return value > floor ? rate : 0; }
inline Float4 rate_above(Float4 value, Float4 floor, float rate) {
    const Float4 rates{rate, rate, rate, rate};
    const Mask4 above = value > floor;
    return std::bit_cast<Float4>(std::bit_cast<Mask4>(rates) & above);
}

}  // namespace mj

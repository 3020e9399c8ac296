// Lanes: the values of one state in several columns at once, as compiler vectors.
#pragma once

#include <cstdint>
#include <cstring>

namespace mj {

// Four columns, and eight. gcc and clang support these vectors on any machine, whatever its
// instructions. They are passed by reference: how a vector is passed depends on the instructions.
using Float4 = float __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));

template <typename Block>
[[gnu::always_inline]] inline void load(Block& block, const float* from) {
    std::memcpy(&block, from, sizeof block);
}

template <typename Block>
[[gnu::always_inline]] inline void store(const Block& block, float* to) {
    std::memcpy(to, &block, sizeof block);
}

template <typename Block>
struct SignsOf;
template <>
struct SignsOf<Float4> {
    using Type = std::int32_t __attribute__((vector_size(16)));
};
template <>
struct SignsOf<Float8> {
    using Type = std::int32_t __attribute__((vector_size(32)));
};

// kept: the rate where the value is above the floor, else 0. By the sign of the difference: gcc
// compares vectors that the machine lacks number by number.
template <typename Block>
[[gnu::always_inline]] inline void rate_above(const Block& value, const Block& floor, float rate,
                                              Block& kept) {
    using Signs = typename SignsOf<Block>::Type;  // NOLINT(readability-redundant-typename)
    constexpr int sign_bit = 31;
    const Block rates = rate - Block{};
    const Block below = floor - value;
    const Signs above = __builtin_bit_cast(Signs, below) >> sign_bit;
    kept = __builtin_bit_cast(Block, __builtin_bit_cast(Signs, rates) & above);
}
inline void rate_above(const float& value, const float& floor, float rate, float& kept) {
    kept = value > floor ? rate : 0;
}

}  // namespace mj

// Random numbers: small, fast, the same on every machine and for any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace mj {

// SplitMix64 (Steele, Lea, Flood 2014). Every game, shuffle and seat has a generator of its own,
// seeded by its purpose, so results do not depend on the order of work.
class Rng {
  public:
    explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31U);
    }

    // 0 to bound - 1, with a bias below bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
    }

    template <typename Value>
    constexpr void shuffle(std::span<Value> values) {
        for (std::size_t left = values.size(); left > 1; --left) {
            std::swap(values[left - 1], values[below(static_cast<std::uint32_t>(left))]);
        }
    }

  private:
    std::uint64_t state_;
};

// Derives a seed from a seed and numbers that name the purpose.
template <typename... Numbers>
constexpr std::uint64_t seed_of(std::uint64_t seed, Numbers... numbers) {
    ((seed = Rng(seed ^ (static_cast<std::uint64_t>(numbers) + 0x9E3779B97F4A7C15ULL)).next()),
     ...);
    return seed;
}

}  // namespace mj

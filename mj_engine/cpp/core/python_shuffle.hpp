// Shuffles as Python's random.Random(seed).shuffle does, for the walls of a seed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace mj {

// Seeds the generator with a number of any length (init_by_array of Matsumoto and Nishimura, 2002).
class PythonSeed {
  public:
    using result_type = std::uint32_t;

    // The number's bytes, the highest first.
    explicit PythonSeed(std::span<const std::uint8_t> number) {
        const auto first = std::ranges::find_if(number, [](auto byte) { return byte != 0; });
        const auto used = static_cast<std::size_t>(number.end() - first);
        words_.resize(std::max<std::size_t>(1, (used + 3) / 4));
        for (std::size_t place = 0; place < used; ++place) {
            words_[place / 4] |= std::uint32_t{number[number.size() - 1 - place]}
                                 << (8 * (place % 4));
        }
    }

    template <typename Iterator>
    void generate(Iterator first, Iterator last) const {
        constexpr std::uint32_t kPlain = 19650218, kBegin = 1812433253;
        constexpr std::uint32_t kMix = 1664525, kMixAgain = 1566083941;
        const auto size = static_cast<std::uint32_t>(last - first);
        const auto mixed = [&](std::uint32_t place, std::uint32_t factor) -> std::uint32_t {
            const std::uint32_t before = first[place - 1];
            return first[place] ^ ((before ^ (before >> 30U)) * factor);
        };
        first[0] = kPlain;
        for (std::uint32_t place = 1; place < size; ++place) {
            const std::uint32_t before = first[place - 1];
            first[place] = kBegin * (before ^ (before >> 30U)) + place;
        }
        const auto words = static_cast<std::uint32_t>(words_.size());
        std::uint32_t place = 1, word = 0;
        const auto go_on = [&] {
            if (++place < size) return;
            first[0] = first[size - 1];
            place = 1;
        };
        for (std::uint32_t left = std::max(size, words); left > 0; --left) {
            first[place] = mixed(place, kMix) + words_[word] + word;
            go_on();
            word = (word + 1) % words;
        }
        for (std::uint32_t left = size - 1; left > 0; --left) {
            first[place] = mixed(place, kMixAgain) - place;
            go_on();
        }
        first[0] = 0x80000000U;
    }

  private:
    std::vector<std::uint32_t> words_;
};

template <typename Value>
void python_shuffle(std::span<const std::uint8_t> seed, std::span<Value> values) {
    PythonSeed words(seed);
    std::mt19937 draw(words);
    for (auto last = static_cast<std::uint32_t>(values.size() - 1); last > 0; --last) {
        const int spare = std::countl_zero(last + 1);
        std::uint32_t place = 0;
        do place = static_cast<std::uint32_t>(draw()) >> spare;
        while (place > last);
        std::swap(values[last], values[place]);
    }
}

}  // namespace mj

// Windows: numbers each different triple of neighbours.
#pragma once

#include <stdexcept>

#include "core/numbering.hpp"

namespace mj {

// A window's number, from 0 on; kNoWindow beyond the ends of the table.
using WindowId = std::uint32_t;
inline constexpr WindowId kNoWindow = (1U << 21U) - 1;

// A hash table from three numbers, each below kNoWindow or equal to it, to a number.
class Windows {
  public:
    // The number of these three, and whether they are new. Throws std::length_error if full.
    Numbering::Found find(WindowId left, WindowId middle, WindowId right) {
        const std::uint64_t key = left | std::uint64_t{middle} << 21U | std::uint64_t{right} << 42U;
        const auto found = numbers_.find(key, [](WindowId) { return true; });
        if (found.id >= kNoWindow) {
            throw std::length_error("a tree with too many different windows");
        }
        return found;
    }

    [[nodiscard]] std::size_t size() const { return numbers_.size(); }

    void clear() { numbers_.clear(); }

  private:
    Numbering numbers_;
};

}  // namespace mj

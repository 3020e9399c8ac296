// Windows: numbers for what three neighbours are together, each kind of three its own.
#pragma once

#include <cstdint>
#include <vector>

namespace mj {

// A window's number, from 0 on; beyond the ends of the table there is none.
using WindowId = std::uint32_t;
inline constexpr WindowId kNoWindow = (1U << 21U) - 1;

// A table from three numbers below kNoWindow, or kNoWindow itself, to a number.
class Windows {
  public:
    // The number of these three, and whether they are new.
    struct Found {
        WindowId id;
        bool is_new;
    };
    Found find(WindowId left, WindowId middle, WindowId right);

    [[nodiscard]] std::size_t size() const { return size_; }

    void clear();

  private:
    struct Slot {
        std::uint64_t key;
        WindowId id;
    };
    static std::uint64_t mixed(std::uint64_t key);
    void grow();

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace mj

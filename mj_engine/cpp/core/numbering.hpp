// Numbering: numbers different things from 0 on; a number never changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mj {

// A hash table from a thing's 64-bit key to its number.
class Numbering {
  public:
    struct Found {
        std::uint32_t id;
        bool is_new;
    };

    // The number of the thing with this key; a new thing gets the next number. `is_same` is called
    // with each number that has the same key.
    template <typename IsSame>
    Found find(std::uint64_t key, const IsSame& is_same) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t place = mixed(key) & mask;; place = (place + 1) & mask) {
            Slot& slot = slots_[place];
            if (slot.id == kNone) {
                slot = {key, static_cast<std::uint32_t>(size_++)};
                return {slot.id, true};
            }
            if (slot.key == key && is_same(slot.id)) return {slot.id, false};
        }
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    void clear() {
        if (size_ == 0) return;
        // Do not clear a table a hundred times larger than needed.
        if (slots_.size() > 64 * (size_ + kFewest)) slots_.clear();
        std::ranges::fill(slots_, Slot{});
        size_ = 0;
    }

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::size_t kFewest = 256;
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t id = kNone;
    };

    static std::uint64_t mixed(std::uint64_t key) {
        key *= 0x9E3779B97F4A7C15ULL;
        return key ^ (key >> 32U);
    }

    void grow() {
        std::vector<Slot> old(std::max(kFewest, 2 * slots_.size()));
        std::swap(old, slots_);
        const std::size_t mask = slots_.size() - 1;
        for (const Slot& slot : old) {
            if (slot.id == kNone) continue;
            std::size_t place = mixed(slot.key) & mask;
            while (slots_[place].id != kNone) place = (place + 1) & mask;
            slots_[place] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace mj

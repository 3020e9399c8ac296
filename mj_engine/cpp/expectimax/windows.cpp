#include "expectimax/windows.hpp"

#include <algorithm>
#include <stdexcept>

namespace mj {

namespace {

constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
constexpr std::size_t kFewest = 1024;

}  // namespace

Windows::Found Windows::find(WindowId left, WindowId middle, WindowId right) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const std::uint64_t key = left | std::uint64_t{middle} << 21U | std::uint64_t{right} << 42U;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t place = mixed(key) & mask;; place = (place + 1) & mask) {
        Slot& slot = slots_[place];
        if (slot.key == key) return {slot.id, false};
        if (slot.key != kEmpty) continue;
        if (size_ == kNoWindow) throw std::length_error("a tree with too many different windows");
        slot = {key, static_cast<WindowId>(size_++)};
        return {slot.id, true};
    }
}

void Windows::clear() {
    // A tree of a hundred times fewer is not to wait for a table of that size.
    if (slots_.size() > 64 * (size_ + kFewest)) slots_.clear();
    std::ranges::fill(slots_, Slot{kEmpty, 0});
    size_ = 0;
}

std::uint64_t Windows::mixed(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 32U);
}

void Windows::grow() {
    std::vector<Slot> old(std::max(kFewest, 2 * slots_.size()), Slot{kEmpty, 0});
    std::swap(old, slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.key == kEmpty) continue;
        std::size_t place = mixed(slot.key) & mask;
        while (slots_[place].key != kEmpty) place = (place + 1) & mask;
        slots_[place] = slot;
    }
}

}  // namespace mj

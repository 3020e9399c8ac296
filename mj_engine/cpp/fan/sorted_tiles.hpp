// Up to four tiles in order.
#pragma once

#include <span>

#include "core/tile.hpp"

namespace mj::fan {

class SortedTiles {
  public:
    void insert(Tile tile) {
        int place = size_++;
        for (; place > 0 && of_[place - 1] > tile; --place) of_[place] = of_[place - 1];
        of_[place] = tile;
    }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Tile operator[](int place) const { return of_[place]; }
    [[nodiscard]] const Tile* begin() const { return of_.data(); }
    [[nodiscard]] const Tile* end() const { return of_.data() + size_; }

  private:
    std::array<Tile, 4> of_{};
    int size_ = 0;
};

}  // namespace mj::fan

// Counts how many times each fan applies in one reading of a hand.
#pragma once

#include <algorithm>

#include "fan/fans.hpp"

namespace mj::fan {

class Tally {
  public:
    void add(Fan fan, int times = 1) { times_[index_of(fan)] += static_cast<std::uint8_t>(times); }
    void add_if(bool there, Fan fan) { add(fan, there ? 1 : 0); }
    void drop(Fan fan) { times_[index_of(fan)] = 0; }
    // Removes up to this many.
    void reduce(Fan fan, int times) {
        auto& left = times_[index_of(fan)];
        left = static_cast<std::uint8_t>(std::max(left - times, 0));
    }
    [[nodiscard]] bool has(Fan fan) const { return times_[index_of(fan)] != 0; }
    [[nodiscard]] int times(Fan fan) const { return times_[index_of(fan)]; }

    // All points, flowers included.
    [[nodiscard]] int total() const {
        int sum = 0;
        for (int place = 0; place < kFans; ++place) sum += times_[place] * kFanValues[place];
        return sum;
    }

  private:
    std::array<std::uint8_t, kFans> times_{};
};

}  // namespace mj::fan

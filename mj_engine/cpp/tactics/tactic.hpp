// Tactic: what chooses one of the legal actions from what a seat may know.
#pragma once

#include <span>

#include "core/action.hpp"
#include "core/view.hpp"

namespace mj {

// One player of one game: it may keep caches, and no two threads share it.
class Tactic {
  public:
    Tactic() = default;
    Tactic(const Tactic&) = delete;
    Tactic& operator=(const Tactic&) = delete;
    virtual ~Tactic() = default;

    // One of the legal actions; of these there are at least two.
    virtual Action choose(const View& view, std::span<const Action> legal) = 0;

    // A new game begins: whatever was remembered of the last one is forgotten.
    virtual void begin() {}
};

}  // namespace mj

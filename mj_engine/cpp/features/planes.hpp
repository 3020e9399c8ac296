// Planes: the feature `planes`: hand, melds and discards as counts of 0 to 4, now and earlier.
// Its twin: mj_bot/features/planes.py.
#pragma once

#include <span>

#include "core/state.hpp"

namespace mj {

// Nine rows of 34 counts, seats from the own one on (own, next, opposite, before): own hand, the
// four seats' melds, the four seats' discards. Other seats' concealed kongs are left out.
inline constexpr int kRows = 9;
using PlaneRows = std::array<Counts, kRows>;
inline constexpr std::size_t kRowCells = std::size_t{kTileKinds} * kCopies;
inline constexpr std::size_t kPlaneCells = kRows * kRowCells;
inline constexpr int kMostHistory = 6;

PlaneRows rows_of(const GameState& state);

// What a seat saw at its last own discards, up to `length` of them (0 to kMostHistory). Call `see`
// at every decision of the seat, before it answers.
class PlaneHistory {
  public:
    explicit PlaneHistory(int length = kMostHistory) : length_(length) {}

    // Seeing a decision twice changes nothing; a claim and the discard after it count as one.
    void see(const GameState& state);

    [[nodiscard]] int length() const { return length_; }
    // What it saw at an own discard before this state: 0 is the newest.
    [[nodiscard]] const PlaneRows& before(const GameState& state, int back) const {
        if (!grown(state)) return earlier_[back];
        return back == 0 ? decided_ : earlier_[back - 1];
    }

  private:
    [[nodiscard]] bool grown(const GameState& state) const {
        return state.discards[state.seat].size > discards_;
    }

    std::array<PlaneRows, kMostHistory> earlier_{};
    PlaneRows decided_{};  // what it saw at its last decision
    int discards_ = 0;     // how many it had made by then
    int length_;
};

// [kRows x (1 + length of the history), 34, 4]; with n copies of a tile the first n cells are 1.
// The history must have seen all earlier decisions, and may have seen this one.
void write_planes(const GameState& state, const PlaneHistory& history,
                  std::span<std::uint8_t> cells);

}  // namespace mj

// Best: scores every reading of a hand and keeps the one with the most fan.
#pragma once

#include <optional>

#include "fan/division.hpp"
#include "fan/fan.hpp"
#include "fan/special_forms.hpp"
#include "fan/tally.hpp"

namespace mj::fan {

class Best {
  public:
    // hand is without the winning tile; all arguments are kept by reference.
    Best(const Counts& hand, const Melds& melds, Tile tile, const WinContext& context);

    // Reads the hand; whether there is any reading.
    bool find();

    // Scores one reading and keeps it if it is the best so far: sets and a pair, a Knitted Straight
    // with a set and a pair, or another special form.
    void read(Division division);
    void read_knitted();
    void read_special(const SpecialForm& form);

    // The best reading so far.
    [[nodiscard]] Win win() const;
    // Its points, flowers included; -1 if there is none.
    [[nodiscard]] int total() const { return total_; }

  private:
    void read_divided();

    const Tally& shared();
    void read_sets(Division& division, Tally& tally) const;
    void settle_winning_pung(Division& division) const;
    void take(Tally& tally, int pair = -1);

    [[nodiscard]] bool has_nine_gates() const;
    [[nodiscard]] bool waits_for_one_only() const;

    const Counts& hand_;
    const Melds& melds_;
    Tile tile_;
    const WinContext& context_;
    Counts whole_;
    Kinds kinds_;  // of whole_
    Tally shared_;
    bool has_shared_ = false;
    Tally best_;
    int total_ = -1;
    int preferred_ = -1;
    std::optional<bool> one_wait_;
};

}  // namespace mj::fan

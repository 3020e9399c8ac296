// OwnHand: the own hand in the search: unseen copies set the chance of each draw, wins end it.
// Its twin: mj_bot/expectimax/own_hand.py.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/numbering.hpp"
#include "core/state.hpp"

namespace mj {

// A hand of the tree: waiting (after its discard) or drawn (with one tile more). See
// mj_bot.expectimax.own_hand.
struct TreeHand {
    Counts hand, unseen;
    std::uint8_t left;       // tiles in the own wall
    std::uint8_t replacing;  // whether the next tile follows a kong; 0 for a drawn hand
    std::uint16_t melds;     // index in the tree's list of melds

    bool operator==(const TreeHand&) const = default;
};
static_assert(std::has_unique_object_representations_v<TreeHand>);

// Numbers hands from 0 on.
class HandNumbers {
  public:
    int number_of(const TreeHand& hand);
    const TreeHand& operator[](int number) const { return hands_[number]; }
    [[nodiscard]] int size() const { return static_cast<int>(hands_.size()); }
    void clear();

  private:
    std::vector<TreeHand> hands_;
    Numbering numbers_;
};

// The points of a game that nobody wins.
inline constexpr double kNobodyWins = 0;

// An outcome: a drawn hand, or the end of the game with these points.
struct Outcome {
    std::int32_t drawn;  // its number, -1 if the game is over
    double points;
};

// What can happen to a waiting hand.
struct Coming {
    // An own draw and its chance.
    struct Draw {
        double chance;
        Tile tile;  // kNoTile if there is nothing to draw
        Outcome outcome;
    };
    // rate: the mean number of chances to make this claim before the draw. Of the outcomes (up to
    // three chows) the best is taken.
    struct Claim {
        double rate;
        int outcomes = 0;
        std::array<Outcome, 3> of{};
    };
    std::vector<Draw> draws;
    std::vector<Claim> claims;
};

// The own hand of a state, and the hands of the tree below it.
class OwnHand {
  public:
    // claims: whether the tree includes claims.
    explicit OwnHand(bool claims) : claims_(claims) {}

    // Drops the tree of the last state. The state must live until the next call.
    void begin(const GameState& state);

    // The tree node of this hand in the current state.
    TreeHand hand_of(const Counts& hand, const Melds& melds, bool replacing);

    void find_coming(const TreeHand& waiting, Coming& found);

    // The hand without one tile.
    static TreeHand without(const TreeHand& drawn, Tile tile);

    [[nodiscard]] const Melds& melds(int place) const { return melds_[place]; }
    HandNumbers& drawn() { return drawn_; }
    HandNumbers& waiting() { return waiting_; }

  private:
    [[nodiscard]] std::optional<double> points(const TreeHand& waiting, Tile tile, bool self_drawn,
                                               bool kong) const;
    Outcome after_draw(const TreeHand& waiting, Tile tile, bool wins);
    void find_claims(const TreeHand& waiting, Tile tile, double chance, bool wins, Coming& found);
    Outcome after_claim(const TreeHand& waiting, const Meld& meld, Tile tile);
    std::uint16_t melds_number(const Melds& melds);

    bool claims_;
    const GameState* state_ = nullptr;
    std::vector<Melds> melds_;
    HandNumbers drawn_, waiting_;
};

}  // namespace mj

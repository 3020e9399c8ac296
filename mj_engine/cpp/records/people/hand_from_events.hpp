// A hand of people's platforms put together from its events: its wall, and what was done.
// Its twin: mj_lab/records/formats/people/hand_from_events.py, which says what is done with flowers
// that a seat kept.
#pragma once

#include <set>

#include "records/people/common_wall.hpp"

namespace mj {

// What cannot be goes to `trouble`, with the event that it concerns.
class HandFromEvents {
  public:
    using Dealt = std::array<std::vector<Tile>, kSeats>;

    // dealt: from the front of the wall, the dealer 14 tiles. rest: the wall behind the deal, its
    // front first, or nothing where it is not known.
    HandFromEvents(Dealt dealt, std::vector<Tile> rest, Trouble& trouble);

    // The number of the event that is read now.
    void set_event(int number);

    // A seat draws, in turn or for a kong.
    void draw(int seat, Tile tile);
    // A seat shows a flower and gets a tile for it. dealing: before play begins.
    void show_flower(int seat, Tile flower, Tile tile, bool dealing);
    // A seat discards, or makes a concealed or an added kong.
    void act(StepKind kind, int seat, Tile tile, bool just_drawn = false);
    // A seat takes what was discarded, or wins, by its own draw too.
    void claim(StepKind kind, int seat, Tile chow = kNoTile);
    // A seat wanted the newest discard, and another's claim came first.
    void wish(const Wish& wanted);
    // A seat was asked whether it wants the newest discard, and does not.
    void decline(int seat) { passed_.insert(seat); }
    // A seat declares a false win, and play goes on.
    void false_win(int seat);

    // Puts wall, steps and what was kept into the hand.
    void finish(PlayedHand& hand);

  private:
    // Where a flower lies that is kept: among tiles of a seat, or as drawn in a step.
    struct Slot {
        std::vector<Tile>* tiles;
        std::size_t place;
    };

    void begin(StepKind kind, Tile tile);
    [[nodiscard]] Step* last_step();
    [[nodiscard]] bool is_dealt(int seat, Tile flower) const;
    [[nodiscard]] std::optional<Slot> slot_of(int seat, Tile flower);
    [[nodiscard]] bool is_replaced(std::size_t place) const;
    void fill(const Slot& slot, Tile tile);
    void fill_kept();
    [[nodiscard]] std::optional<Slot> kept_slot(int seat);
    [[nodiscard]] std::vector<Tile> seen() const;
    void check_copies();
    void lay_wall(const std::vector<Tile>& head, PlayedHand& hand);

    Trouble& trouble_;
    int event_ = 0;
    std::vector<Step> steps_;
    std::vector<Keeping> keeping_;
    Dealt dealt_;
    std::vector<Tile> rest_;
    Dealt replaced_;                            // what replaced each seat's dealt flowers
    std::array<std::set<Tile>, kSeats> shown_;  // those flowers
    Dealt late_;                                // flowers shown without a draw to show them with
    std::optional<std::pair<StepKind, Tile>> first_;
    std::vector<Wish> wishes_;
    std::set<int> passed_;
    std::vector<Step> false_wins_;
    // Where the step is, or will be, that answers the newest discard or added kong.
    std::optional<std::size_t> offer_;
};

}  // namespace mj

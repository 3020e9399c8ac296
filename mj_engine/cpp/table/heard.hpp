// Heard: a game as one seat was sent it, request by request.
// Its twin: mj_bot/state.py.
#pragma once

#include <optional>

#include "table/game.hpp"
#include "table/told.hpp"

namespace mj {

class Heard {
  public:
    // What no request has: tiles of each seat's wall (longer once a flower comes up), and whether
    // all draw from one of four times as many.
    explicit Heard(int wall_size = kWallSize, bool common_wall = false);

    // Takes in a request. Says what is wrong if it is none or cannot follow what came before; then
    // nothing more may be asked of this.
    std::optional<Fault> take(std::string_view request);

    // Notes the seat's own answer, which alone says the tile of its concealed kong.
    void answered(const Action& answer) { answer_ = answer; }

    // The own seat; -1 before the start.
    [[nodiscard]] int seat() const { return seat_; }

    // What the judge knows, as far as this seat does: state_of and list_legal of it and this seat
    // are true. Of the other hands there is nothing in it.
    [[nodiscard]] const Game& game() const { return game_; }

  private:
    using Wrong = std::optional<Fault>;

    Wrong start(const Told& told);
    Wrong deal(const Told& told);
    Wrong draw(const Event& event);
    Wrong flower(const Event& event);
    Wrong discard(const Event& event);
    Wrong claim(const Event& event);
    Wrong concealed_kong(const Event& event);
    Wrong added_kong(const Event& event);

    void grow_walls();
    // Who draws next if nobody claims anything; kNobody if no draw can follow.
    [[nodiscard]] int next_to_draw() const;
    Wrong take_from_wall(int seat);
    // Whether this many copies of a tile can come into sight, or out of the hand of who shows them.
    [[nodiscard]] Wrong can_show(int seat, Tile tile, int copies) const;
    [[nodiscard]] Wrong can_do(const Event& event) const;
    [[nodiscard]] Wrong can_claim(const Event& event) const;
    [[nodiscard]] Tile own_kong_tile() const;
    [[nodiscard]] int unseen(Tile tile) const;

    Game game_;
    int seat_ = -1;
    std::optional<Action> answer_;
};

}  // namespace mj

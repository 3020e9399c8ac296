// Heard: rebuilds a game from the requests to one seat.
// Its twin: mj_bot/state.py.
#pragma once

#include <optional>

#include "table/game.hpp"
#include "table/request.hpp"

namespace mj {

class Heard {
  public:
    // Facts not in the requests: the tiles of each seat's wall (more once a flower appears), and
    // whether there is one common wall of four times the size.
    explicit Heard(int wall_size = kWallSize, bool common_wall = false);

    // Takes a request. Returns an error if it is not valid or cannot follow the ones before; after
    // an error do not use this object.
    std::optional<Fault> take(std::string_view request);

    // Records the seat's own answer: no request shows the tile of its concealed kong.
    void answered(const Action& answer) { answer_ = answer; }

    // The own seat; -1 before the start.
    [[nodiscard]] int seat() const { return seat_; }

    // The game as far as this seat knows it: state_of and list_legal are correct for this seat. The
    // other hands are empty.
    [[nodiscard]] const Game& game() const { return game_; }

  private:
    using Wrong = std::optional<Fault>;

    Wrong start(const Request& request);
    Wrong deal(const Request& request);
    Wrong draw(const Event& event);
    Wrong flower(const Event& event);
    Wrong discard(const Event& event);
    Wrong claim(const Event& event);
    Wrong concealed_kong(const Event& event);
    Wrong added_kong(const Event& event);

    void grow_walls();
    // The seat that draws next if nobody claims; kNobody if no draw can follow.
    [[nodiscard]] int next_to_draw() const;
    Wrong take_from_wall(int seat);
    // Checks that this many copies of a tile can be shown, and are in the hand that shows them.
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

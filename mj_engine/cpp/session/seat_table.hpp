// SeatTable: the table as one seat sees it, folded request by request, and its frames: all that
// lies there after an event, as JSON (mj_lab/explain/replay/frames.py says what the names are).
#pragma once

#include <vector>

#include "core/expected.hpp"
#include "core/json.hpp"
#include "table/heard.hpp"

namespace mj {

class SeatTable {
  public:
    explicit SeatTable(int wall_size = kWallSize, bool common_wall = false)
        : heard_(wall_size, common_wall) {}

    // As Heard's. Text that is no answer is ignored.
    std::optional<Fault> take(std::string_view request);
    void answered(std::string_view answer);

    [[nodiscard]] const Heard& heard() const { return heard_; }
    [[nodiscard]] bool started() const { return heard_.game().event.kind != EventKind::Start; }

    // The members of the frame as the seat sees it, or as a spectator does, who knows no hand.
    void write(Json& json, bool is_spectator = false) const;

    // What the seat is asked now (session/choices.hpp); a pass alone where it is asked nothing.
    void write_choices(Json& json) const;

    // Its waits, as the same file has them.
    void write_waits(Json& json) const;

  private:
    friend class OpenTable;

    void lay_dealt(const Request& deal);
    void write_event(const GameState& state, bool is_spectator, Json& json) const;

    Heard heard_;
    std::array<std::vector<Tile>, kSeats> flowers_;  // as laid out
    Tile claimed_ = kNoTile;                         // by the newest request, and who gave it
    std::uint8_t giver_ = kNobody;
};

// A game of four seats, or what one seat was sent: requests and answers by turn, each a row of four
// or of one.
struct SessionOnRecord {
    int wall_size = kWallSize;
    bool common_wall = false;
    std::vector<std::vector<std::string_view>> requests, responses;
    // Of a game of four, how it ended.
    bool won = false;
    std::uint8_t player = kNobody;
};

// The frames of a seat from a turn on, or of four with all hands open and the end behind them. Says
// the turn, if the requests are no game.
Expected<std::string> frames_of_seat(const SessionOnRecord& record, std::size_t from);
Expected<std::string> frames_of_game(const SessionOnRecord& record, std::size_t from);

}  // namespace mj

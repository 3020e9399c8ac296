// SeatTable: the table as one seat sees it, updated request by request. Its frames show all that
// lies on the table after an event, as JSON (for names see mj_lab/explain/review/replay/frames.py).
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

    // As in Heard. An invalid answer is ignored.
    std::optional<Fault> take(std::string_view request);
    void answered(std::string_view answer);

    [[nodiscard]] const Heard& heard() const { return heard_; }
    [[nodiscard]] bool started() const { return heard_.game().event.kind != EventKind::Start; }

    // The fields of the frame, as the seat sees it or as a spectator, who sees no hand.
    void write(Json& json, bool is_spectator = false) const;

    // What the seat is asked now (session/choices.hpp): only a pass if nothing is asked.
    void write_choices(Json& json) const;

    // Its waits, in the format of session/choices.hpp.
    void write_waits(Json& json) const;

  private:
    friend class OpenTable;

    void lay_dealt(const Request& deal);
    void write_event(const GameState& state, bool is_spectator, Json& json) const;

    Heard heard_;
    std::array<std::vector<Tile>, kSeats> flowers_;  // as laid out
    Tile claimed_ = kNoTile;                         // the newest request's claim and its giver
    std::uint8_t giver_ = kNobody;
};

// A game of four seats, or the requests and answers of one seat: by turn, rows of four or of one.
struct SessionOnRecord {
    int wall_size = kWallSize;
    bool common_wall = false;
    std::vector<std::vector<std::string_view>> requests, responses;
    // For a game of four: how it ended.
    bool won = false;
    std::uint8_t player = kNobody;
};

// The frames from a turn on, of one seat, or of a game with all hands open and its end. If the
// requests are not a game, returns an error that names the turn.
Expected<std::string> frames_of_seat(const SessionOnRecord& record, std::size_t from);
Expected<std::string> frames_of_game(const SessionOnRecord& record, std::size_t from);

}  // namespace mj

// Match: one game on record, whatever its format was; from and to a line of our own.
// Its twin: mj_lab/records/match.py.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/expected.hpp"
#include "core/json_value.hpp"
#include "core/tile.hpp"

namespace mj {

struct FanLine {
    std::string name;
    std::int64_t times = 0, value = 0;

    auto operator<=>(const FanLine&) const = default;
};

struct MatchEnd {
    std::string action;
    std::optional<int> player;
    std::optional<std::int64_t> fan_total;
    std::optional<std::vector<FanLine>> fans;
};

// Where a hand stands in a match of several.
struct MatchPlace {
    std::string match;
    std::int64_t hand = 0, hands = 1;
    std::array<std::int64_t, kSeats> totals{};
};

// A turn and a seat, and what is said of them: a verdict, a claim, nothing.
struct TurnNote {
    std::int64_t turn = 0, seat = 0;
    std::string text;

    auto operator<=>(const TurnNote&) const = default;
};

using MatchRow = std::array<std::string, kSeats>;

// The fields are those of mj_lab's Match.
struct MatchOnRecord {
    std::string id;
    std::optional<std::string> level;
    std::vector<std::string> players;
    int quan = 0;
    bool common_wall = false;
    std::vector<Tile> wall;
    std::vector<MatchRow> requests, responses;
    std::vector<TurnNote> verdicts, preempted, untold;
    bool wall_known = true;
    std::vector<TurnNote> false_wins;
    std::vector<std::int64_t> penalties;
    std::vector<std::string> player_ids;
    std::vector<std::optional<double>> ratings;
    std::int64_t began = 0;
    std::optional<MatchPlace> place;
    std::array<std::int64_t, kSeats> scores{};
    MatchEnd result;
};

// What of a match a JSON object has under these names. Says the place and what is wrong there.
// names: all of `MatchOnRecord`, or those that stand beside a log of Botzone's.
enum class MatchFields : std::uint8_t { All, BesideLog };
std::optional<Fault> read_fields(const JsonValue& record, MatchFields which, MatchOnRecord& match);

// What is wrong between the fields, nothing if they belong together.
std::optional<Fault> fault_between(const MatchOnRecord& match);

// The tiles of a line of codes; of a wall, a line or a list.
Expected<std::vector<Tile>> tiles_in(std::string_view codes);
Expected<std::vector<Tile>> wall_in(const JsonValue& value);

// A match as one line of JSON, as mj_lab.records.match.to_line.
std::string line_of(const MatchOnRecord& match);

}  // namespace mj

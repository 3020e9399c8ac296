// Matches: records of games that anybody's judge refereed, read from their JSON, and held against
// this table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "table/game.hpp"
#include "table/record.hpp"

namespace mj {

using Words = std::array<std::string, kSeats>;

struct FanLine {
    std::string name;
    std::int64_t times = 0;
    std::int64_t value = 0;
    auto operator<=>(const FanLine&) const = default;
};

struct MatchResult {
    std::string action;
    std::optional<std::int64_t> player;
    std::optional<std::int64_t> fan_total;
    std::vector<FanLine> fans;
};

struct MissingAnswer {
    std::size_t turn;
    std::size_t seat;
    Verdict verdict;
};

struct Match {
    std::vector<Tile> wall;
    int quan = 0;
    std::vector<Words> requests;
    std::vector<Words> responses;
    std::vector<MissingAnswer> missing;
    std::array<std::int64_t, kSeats> scores{};
    MatchResult result;
};

// The match of one JSON object. Raises RecordError if it is none; whether it could be played is
// not looked at.
Match read_match(std::string_view line);

// Where this table departs from a match, in one line; nothing if it does not. The game and its
// record are left where it stopped. Raises RecordError if the wall cannot be dealt from.
std::optional<std::string> replay(const Match& match, Game& game, Record& record);

}  // namespace mj

#include "table/match.hpp"

#include "table/json.hpp"

namespace mj {

namespace {

constexpr std::size_t kMostTurns = 1000;  // No wall lasts so long.

Tile checked_tile(const JsonReader& reader, std::string_view code) {
    const Tile tile = tile_of(code);
    if (tile == kNoTile) reader.fail("no such tile: " + std::string(code.substr(0, 20)));
    return tile;
}

void read_wall(JsonReader& reader, std::vector<Tile>& wall) {
    if (!reader.at('"')) {
        return reader.list([&] { wall.push_back(checked_tile(reader, reader.string())); });
    }
    const std::string codes = reader.string();
    std::size_t place = codes.find_first_not_of(' ');
    while (place != std::string::npos) {
        const std::size_t last = std::min(codes.find(' ', place), codes.size());
        wall.push_back(checked_tile(reader, std::string_view(codes).substr(place, last - place)));
        place = codes.find_first_not_of(' ', last);
    }
}

template <typename Entry>
void read_four(JsonReader& reader, const Entry& entry) {
    std::size_t seat = 0;
    reader.list([&] {
        if (seat == kSeats) reader.fail("more than four entries for four seats");
        entry(seat++);
    });
    if (seat != kSeats) reader.fail("fewer than four entries for four seats");
}

void read_turns(JsonReader& reader, std::vector<Words>& turns) {
    reader.list([&] {
        if (turns.size() == kMostTurns) reader.fail("more turns than any game has");
        Words& words = turns.emplace_back();
        read_four(reader, [&](std::size_t seat) { words[seat] = reader.string(); });
    });
}

void read_missing(JsonReader& reader, std::vector<MissingAnswer>& missing) {
    reader.list([&] {
        int place = 0;
        std::array<std::int64_t, 2> numbers{};
        Verdict verdict = Verdict::None;
        reader.list([&] {
            if (place < 2) {
                numbers[place] = reader.integer();
            } else {
                verdict = verdict_of(reader.string());
            }
            ++place;
        });
        const bool counts = numbers[0] >= 0 && numbers[1] >= 0 && numbers[1] < kSeats;
        if (place != 3 || !counts || !is_platforms(verdict)) {
            reader.fail("expected turn, seat and verdict (RE, TLE, MLE, OLE, NJ)");
        }
        missing.push_back(
            {static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers[1]), verdict});
    });
}

FanLine read_fan(JsonReader& reader) {
    FanLine line;
    int place = 0;
    reader.list([&] {
        if (place == 0) {
            line.name = reader.string();
        } else if (place == 1) {
            line.times = reader.integer();
        } else {
            line.value = reader.integer();
        }
        ++place;
    });
    if (place != 3) reader.fail("expected the name of a fan, its times and value");
    return line;
}

MatchResult read_result(JsonReader& reader) {
    MatchResult result;
    reader.object([&](const std::string& name) {
        if (name == "action") {
            result.action = reader.string();
        } else if (reader.take_null()) {
            return;
        } else if (name == "player") {
            result.player = reader.integer();
        } else if (name == "fan_total") {
            result.fan_total = reader.integer();
        } else if (name == "fans") {
            reader.list([&] { result.fans.push_back(read_fan(reader)); });
        } else {
            reader.skip();
        }
    });
    if (result.action.empty()) reader.fail("a result without an action");
    return result;
}

}  // namespace

Match read_match(std::string_view line) {
    Match match;
    JsonReader reader(line);
    bool scored = false;
    reader.object([&](const std::string& name) {
        if (name == "wall") {
            read_wall(reader, match.wall);
        } else if (name == "quan") {
            const std::int64_t quan = reader.integer();
            if (quan < 0 || quan >= kSeats) reader.fail("quan must be 0-3");
            match.quan = static_cast<int>(quan);
        } else if (name == "requests") {
            read_turns(reader, match.requests);
        } else if (name == "responses") {
            read_turns(reader, match.responses);
        } else if (name == "verdicts") {
            read_missing(reader, match.missing);
        } else if (name == "scores") {
            read_four(reader, [&](std::size_t seat) { match.scores[seat] = reader.integer(); });
            scored = true;
        } else if (name == "result") {
            match.result = read_result(reader);
        } else {
            reader.skip();
        }
    });
    reader.end();
    if (!scored || match.result.action.empty()) reader.fail("a record without scores or result");
    if (match.requests.size() != match.responses.size()) {
        reader.fail(std::to_string(match.requests.size()) + " requests, " +
                    std::to_string(match.responses.size()) + " responses");
    }
    for (const MissingAnswer& answer : match.missing) {
        if (answer.turn >= match.responses.size()) reader.fail("a verdict for a missing turn");
    }
    return match;
}

}  // namespace mj

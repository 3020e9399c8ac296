#include "records/match.hpp"

#include <algorithm>
#include <cmath>

#include "records/values.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;

// No game pays or counts so much.
constexpr std::int64_t kMostNumber = 1'000'000'000'000'000;
constexpr std::int64_t kLatest = 4'102'444'800;  // seconds since 1970
constexpr std::size_t kMostFans = 100;

// Fields as pydantic reads them: texts of numbers are numbers, and what is wrong is said with its
// place, in the words of mj_lab/plain_words.py.
class FieldReader {
  public:
    [[nodiscard]] const std::string& fault() const { return fault_; }

    void wrong(const std::string& where, std::string_view what) {
        if (!fault_.empty()) return;
        fault_ = where.empty() ? std::string(what) : where + ": " + std::string(what);
    }

    std::int64_t whole(const JsonValue& value, const std::string& where) {
        if (value.is(Kind::Truth)) return value.truth ? 1 : 0;
        if (value.is(Kind::Whole)) return bounded(value, where);
        if (value.is(Kind::Real) && std::trunc(value.real) == value.real) {
            return bounded(value, where);
        }
        if (value.is(Kind::Text)) {
            const auto words = words_of(value.text);
            const auto inner = words.size() == 1 ? json_value_of(words[0]) : JsonValue();
            if (inner && inner->is(Kind::Whole)) return bounded(*inner, where);
        }
        wrong(where, "expected a whole number");
        return 0;
    }

    std::int64_t whole(const JsonValue& value, const std::string& where, std::int64_t least,
                       std::int64_t below) {
        const auto found = whole(value, where);
        if (found < least) wrong(where, "expected " + std::to_string(least) + " or more");
        if (found >= below) wrong(where, "expected less than " + std::to_string(below));
        return found;
    }

    std::string text(const JsonValue& value, const std::string& where) {
        if (value.is(Kind::Text)) return value.text;
        wrong(where, "expected a text");
        return {};
    }

    bool truth(const JsonValue& value, const std::string& where) {
        if (value.is(Kind::Truth)) return value.truth;
        const bool is_number = value.is(Kind::Whole) || value.is(Kind::Real);
        if (is_number && (value.real == 0 || value.real == 1)) return value.real == 1;
        if (value.is(Kind::Text)) {
            std::string word = value.text;
            for (char& letter : word) {
                if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + 32);
            }
            for (const std::string_view yes : {"1", "on", "t", "true", "y", "yes"}) {
                if (word == yes) return true;
            }
            for (const std::string_view no : {"0", "off", "f", "false", "n", "no"}) {
                if (word == no) return false;
            }
        }
        wrong(where, "expected true or false");
        return false;
    }

    std::optional<double> number_or_none(const JsonValue& value, const std::string& where) {
        if (value.is(Kind::Null)) return std::nullopt;
        if (value.is(Kind::Truth)) return value.truth ? 1.0 : 0.0;
        double found = value.real;
        if (value.is(Kind::Text)) {
            const auto inner = json_value_of(one_line(value.text));
            const bool is_one = inner && (inner->is(Kind::Whole) || inner->is(Kind::Real));
            if (is_one) found = inner->real;
            if (!is_one) wrong(where, "expected a number");
        } else if (!value.is(Kind::Whole) && !value.is(Kind::Real)) {
            wrong(where, "expected a number");
        }
        if (!std::isfinite(found)) wrong(where, "expected a finite number");
        return found;
    }

    // Calls `entry(one, its place)` for each entry of a list.
    template <typename Entry>
    void list(const JsonValue& value, const std::string& where, const Entry& entry) {
        if (!value.is(Kind::List)) return wrong(where, "expected a list");
        std::size_t place = 0;
        for (const JsonValue& one : value.list) {
            entry(one, where + "." + std::to_string(place++));
            if (!fault_.empty()) return;
        }
    }

    // A list of this length: a fault says what is missing, or that it is too long.
    bool tuple(const JsonValue& value, const std::string& where, std::size_t size) {
        if (!value.is(Kind::List)) return wrong(where, "expected a list"), false;
        const auto found = value.list.size();
        if (found < size) wrong(where + "." + std::to_string(found), "missing");
        if (found > size) {
            wrong(where,
                  "expected " + std::to_string(size) + " or fewer, found " + std::to_string(found));
        }
        return found == size;
    }

  private:
    // A number that is whole, and no larger than any that a game has.
    std::int64_t bounded(const JsonValue& value, const std::string& where) {
        const auto most = static_cast<double>(kMostNumber);
        const std::string limit = std::to_string(kMostNumber);
        if (value.real > most) return wrong(where, "expected " + limit + " or less"), 0;
        if (value.real < -most) return wrong(where, "expected -" + limit + " or more"), 0;
        return value.is(Kind::Whole) ? value.whole : static_cast<std::int64_t>(value.real);
    }

    std::string fault_;
};

void read_texts(const JsonValue& value, const std::string& where, FieldReader& reader,
                std::vector<std::string>& into) {
    reader.list(value, where, [&](const JsonValue& one, const std::string& at) {
        into.push_back(reader.text(one, at));
    });
}

void read_rows(const JsonValue& value, const std::string& where, FieldReader& reader,
               std::vector<MatchRow>& into) {
    reader.list(value, where, [&](const JsonValue& row, const std::string& at) {
        std::vector<std::string> texts;
        read_texts(row, at, reader, texts);
        if (!reader.fault().empty()) return;
        if (texts.size() != kSeats) {
            return reader.wrong(where, "turn " + std::to_string(into.size()) + " has " +
                                           std::to_string(texts.size()) + " entries, not 4");
        }
        std::ranges::move(texts, into.emplace_back().begin());
    });
}

void read_notes(const JsonValue& value, const std::string& where, bool has_text,
                FieldReader& reader, std::vector<TurnNote>& into) {
    reader.list(value, where, [&](const JsonValue& note, const std::string& at) {
        if (!reader.tuple(note, at, has_text ? 3 : 2)) return;
        into.push_back({reader.whole(note.list[0], at + ".0"),
                        reader.whole(note.list[1], at + ".1"),
                        has_text ? reader.text(note.list[2], at + ".2") : std::string()});
    });
}

void read_fans(const JsonValue& value, const std::string& where, FieldReader& reader,
               MatchEnd& into) {
    if (value.is(Kind::Null)) return;
    if (value.is(Kind::List) && value.list.size() > kMostFans) {
        return reader.wrong(
            where, std::to_string(value.list.size()) + " fans, of which there are not that many");
    }
    auto& lines = into.fans.emplace();
    reader.list(value, where, [&](const JsonValue& one, const std::string& at) {
        const bool listed = one.is(Kind::List) && one.list.size() == 3;
        if (!listed && !one.is(Kind::Object)) return reader.wrong(at, "expected an object");
        constexpr std::array<std::string_view, 3> kNames{"name", "times", "value"};
        std::array<const JsonValue*, 3> parts{};
        for (std::size_t part = 0; part < parts.size(); ++part) {
            parts[part] = listed ? &one.list[part] : one.find(kNames[part]);
            if (parts[part] == nullptr) {
                return reader.wrong(at + "." + std::string(kNames[part]), "missing");
            }
        }
        lines.push_back({reader.text(*parts[0], at + ".name"),
                         reader.whole(*parts[1], at + ".times"),
                         reader.whole(*parts[2], at + ".value")});
    });
}

void read_end(const JsonValue& value, FieldReader& reader, MatchEnd& into) {
    if (!value.is(Kind::Object)) return reader.wrong("result", "expected an object");
    const JsonValue* action = value.find("action");
    if (action == nullptr) return reader.wrong("result.action", "missing");
    into.action = reader.text(*action, "result.action");
    const JsonValue* player = value.find("player");
    if (player != nullptr && !player->is(Kind::Null)) {
        into.player = static_cast<int>(reader.whole(*player, "result.player", 0, kSeats));
    }
    const JsonValue* total = value.find("fan_total");
    if (total != nullptr && !total->is(Kind::Null)) {
        into.fan_total = reader.whole(*total, "result.fan_total");
    }
    if (const JsonValue* fans = value.find("fans")) read_fans(*fans, "result.fans", reader, into);
}

void read_place(const JsonValue& value, FieldReader& reader, MatchOnRecord& match) {
    if (value.is(Kind::Null)) return;
    if (!value.is(Kind::Object)) return reader.wrong("place", "expected an object");
    auto& place = match.place.emplace();
    if (const JsonValue* name = value.find("match"))
        place.match = reader.text(*name, "place.match");
    constexpr std::int64_t kNoEnd = kMostNumber + 1;
    for (const std::string_view name : {"hand", "hands", "totals"}) {
        const JsonValue* part = value.find(name);
        const std::string where = "place." + std::string(name);
        if (part == nullptr) return reader.wrong(where, "missing");
        if (name == "hand") place.hand = reader.whole(*part, where, 0, kNoEnd);
        if (name == "hands") place.hands = reader.whole(*part, where, 1, kNoEnd);
        if (name != "totals" || !reader.tuple(*part, where, kSeats)) continue;
        for (int seat = 0; seat < kSeats; ++seat) {
            place.totals[seat] = reader.whole(part->list[seat], where + "." + std::to_string(seat));
        }
    }
}

void read_scores(const JsonValue& value, FieldReader& reader, MatchOnRecord& match) {
    std::vector<std::int64_t> scores;
    reader.list(value, "scores", [&](const JsonValue& one, const std::string& at) {
        scores.push_back(reader.whole(one, at));
    });
    if (!reader.fault().empty()) return;
    if (scores.size() != kSeats) {
        const char* more = scores.size() < kSeats ? "more" : "fewer";
        return reader.wrong("scores", std::string("expected 4 or ") + more + ", found " +
                                          std::to_string(scores.size()));
    }
    std::ranges::copy(scores, match.scores.begin());
}

void read_beside(const JsonValue& record, FieldReader& reader, MatchOnRecord& match) {
    const auto has = [&](std::string_view name, const auto& read) {
        if (const JsonValue* value = record.find(name)) read(*value, std::string(name));
    };
    using Value = const JsonValue&;
    using Where = const std::string&;
    has("preempted",
        [&](Value value, Where at) { read_notes(value, at, true, reader, match.preempted); });
    has("untold",
        [&](Value value, Where at) { read_notes(value, at, false, reader, match.untold); });
    has("false_wins",
        [&](Value value, Where at) { read_notes(value, at, false, reader, match.false_wins); });
    has("penalties", [&](Value value, Where at) {
        reader.list(value, at, [&](Value one, Where where) {
            match.penalties.push_back(reader.whole(one, where));
        });
    });
    has("player_ids",
        [&](Value value, Where at) { read_texts(value, at, reader, match.player_ids); });
    has("ratings", [&](Value value, Where at) {
        reader.list(value, at, [&](Value one, Where where) {
            match.ratings.push_back(reader.number_or_none(one, where));
        });
    });
    has("began", [&](Value value, Where at) { match.began = reader.whole(value, at, 0, kLatest); });
    has("place", [&](Value value, Where) { read_place(value, reader, match); });
}

void read_own(const JsonValue& record, FieldReader& reader, MatchOnRecord& match) {
    constexpr std::array<std::string_view, 6> kNeeded{"quan",      "wall",   "requests",
                                                      "responses", "scores", "result"};
    if (const JsonValue* id = record.find("id")) {
        match.id = id->is(Kind::Whole) ? id->text : std::string();
        if (id->is(Kind::Truth)) match.id = id->truth ? "True" : "False";
        if (!id->is(Kind::Whole) && !id->is(Kind::Truth)) match.id = reader.text(*id, "id");
    }
    const JsonValue* level = record.find("level");
    if (level != nullptr && !level->is(Kind::Null)) match.level = reader.text(*level, "level");
    if (const JsonValue* players = record.find("players")) {
        read_texts(*players, "players", reader, match.players);
    }
    for (const auto name : kNeeded) {
        if (record.find(name) == nullptr) reader.wrong(std::string(name), "missing");
    }
    if (!reader.fault().empty()) return;
    match.quan = static_cast<int>(reader.whole(*record.find("quan"), "quan", 0, kSeats));
    if (const JsonValue* common = record.find("common_wall")) {
        match.common_wall = reader.truth(*common, "common_wall");
    }
    auto wall = wall_in(*record.find("wall"));
    if (!wall) return reader.wrong("wall", wall.fault().text);
    match.wall = std::move(*wall);
    read_rows(*record.find("requests"), "requests", reader, match.requests);
    read_rows(*record.find("responses"), "responses", reader, match.responses);
    if (const JsonValue* verdicts = record.find("verdicts")) {
        read_notes(*verdicts, "verdicts", true, reader, match.verdicts);
    }
    if (const JsonValue* known = record.find("wall_known")) {
        match.wall_known = reader.truth(*known, "wall_known");
    }
    read_scores(*record.find("scores"), reader, match);
    read_end(*record.find("result"), reader, match.result);
}

}  // namespace

std::optional<Fault> read_fields(const JsonValue& record, MatchFields which, MatchOnRecord& match) {
    FieldReader reader;
    if (which == MatchFields::All) read_own(record, reader, match);
    read_beside(record, reader, match);
    if (!reader.fault().empty()) return Fault{reader.fault()};
    return fault_between(match);
}

std::optional<Fault> fault_between(const MatchOnRecord& match) {
    if (match.requests.size() != match.responses.size()) {
        return Fault{std::to_string(match.requests.size()) + " requests, " +
                     std::to_string(match.responses.size()) + " responses"};
    }
    const std::array<std::pair<std::string_view, std::size_t>, 3> of_seats{
        {{"penalties", match.penalties.size()},
         {"player_ids", match.player_ids.size()},
         {"ratings", match.ratings.size()}}};
    for (const auto& [name, size] : of_seats) {
        if (size != 0 && size != kSeats) {
            return Fault{std::string(name) + ": expected 4, found " + std::to_string(size)};
        }
    }
    const std::array<std::pair<std::string_view, const std::vector<TurnNote>*>, 4> of_turns{
        {{"verdicts", &match.verdicts},
         {"preempted", &match.preempted},
         {"untold", &match.untold},
         {"false_wins", &match.false_wins}}};
    for (const auto& [name, notes] : of_turns) {
        for (const TurnNote& note : *notes) {
            const auto turns = static_cast<std::int64_t>(match.responses.size());
            if (note.turn >= 0 && note.turn < turns && note.seat >= 0 && note.seat < kSeats)
                continue;
            return Fault{std::string(name) + ": turn " + std::to_string(note.turn) + ", seat " +
                         std::to_string(note.seat) + ": it is not there"};
        }
    }
    return std::nullopt;
}

Expected<std::vector<Tile>> tiles_in(std::string_view codes) {
    std::vector<Tile> tiles;
    for (const auto code : words_of(codes)) {
        tiles.push_back(tile_of(code));
        if (tiles.back() != kNoTile) continue;
        return Fault{"no such tile: " + shown_value(text_value(code), code.size() + 2)};
    }
    return tiles;
}

Expected<std::vector<Tile>> wall_in(const JsonValue& value) {
    if (value.is(Kind::Text)) return tiles_in(value.text);
    const auto is_text = [](const JsonValue& one) { return one.is(Kind::Text); };
    if (!value.is(Kind::List) || !std::ranges::all_of(value.list, is_text)) {
        return Fault{"a wall is a line of tiles"};
    }
    std::string codes;
    for (const JsonValue& one : value.list) codes.append(one.text).append(" ");
    return tiles_in(codes);
}

}  // namespace mj

#include "records/botzone_log.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <ranges>

#include "core/json.hpp"
#include "core/state.hpp"
#include "records/made_wall.hpp"
#include "records/values.hpp"
#include "table/answer.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view kNoMatch =
    "neither a match line (requests, responses) nor a Botzone log (log)";
constexpr std::string_view kOk = "OK";
constexpr std::size_t kDealWords = 5;

// A name or an id; nothing for what is neither.
std::string named(const JsonValue* value) {
    if (value == nullptr) return {};
    if (value->is(Kind::Text)) return value->text;
    return value->is(Kind::Whole) ? shown_value(*value, value->text.size()) : std::string();
}

// A value as JSON, as Python's json.dumps has it.
std::string dumped(const JsonValue& value) {  // NOLINT(misc-no-recursion)
    switch (value.kind) {
        case Kind::Null: return "null";
        case Kind::Truth: return value.truth ? "true" : "false";
        case Kind::Text: return Json().text(value.text).take();
        case Kind::List:
        case Kind::Object: break;
        default: return value.text == "-0" ? "0" : value.text;
    }
    std::string inner;
    for (const auto& one : value.list) inner.append(inner.empty() ? "" : ", ").append(dumped(one));
    for (const auto& [name, one] : value.members) {
        inner.append(inner.empty() ? "" : ", ").append(Json().text(name).take());
        inner.append(": ").append(dumped(one));
    }
    return value.is(Kind::List) ? "[" + inner + "]" : "{" + inner + "}";
}

bool is_number(const JsonValue& value) { return value.is(Kind::Whole) || value.is(Kind::Real); }

// A whole number, of a text too; cut: as Python's int has it, of a fraction its whole part.
// Nothing beyond what games have.
std::optional<std::int64_t> as_whole(const JsonValue& value,
                                     bool cut) {  // NOLINT(misc-no-recursion)
    constexpr double kMost = 1e15;
    if (value.is(Kind::Truth)) return value.truth ? 1 : 0;
    if (value.is(Kind::Text)) {
        const auto inner = json_value_of(one_line(value.text));
        if (!inner || !inner->is(Kind::Whole)) return std::nullopt;
        return as_whole(*inner, cut);
    }
    const bool fits = cut || std::trunc(value.real) == value.real;
    if (!is_number(value) || std::abs(value.real) > kMost || !fits) return std::nullopt;
    return static_cast<std::int64_t>(value.real);
}

class LogReader {
  public:
    explicit LogReader(const JsonValue& record) : record_(record) {}

    Expected<MatchOnRecord> run() {
        read_log();
        if (!trouble_) read_head();
        if (!trouble_) read_end();
        if (trouble_) return Fault{trouble_.text()};
        if (const auto fault = read_fields(record_, MatchFields::BesideLog, match_)) return *fault;
        return std::move(match_);
    }

  private:
    using BySeat = std::array<const JsonValue*, kSeats>;

    std::optional<BySeat> by_seat(const JsonValue* content, const std::string& where) {
        BySeat found{};
        for (int seat = 0; seat < kSeats; ++seat) {
            found[seat] = content == nullptr ? nullptr : content->find(std::to_string(seat));
            if (found[seat] != nullptr) continue;
            trouble_.say(where + ": expected the seats 0-3");
            return std::nullopt;
        }
        return found;
    }

    // A text of JSON, as logs have parts of themselves; else the value.
    const JsonValue* unwrapped(const JsonValue* value, std::string_view where) {
        if (value == nullptr || !value->is(Kind::Text)) return value;
        auto inner = json_value_of(value->text);
        if (!inner) {
            trouble_.say(std::string(where) + inner.fault().text);
            return nullptr;
        }
        return kept_.emplace_back(std::make_unique<JsonValue>(std::move(*inner))).get();
    }

    void read_log() {
        const JsonValue* log = &record_;
        if (!record_.is(Kind::List)) {
            log = record_.find("log");
            log = unwrapped(log == nullptr ? record_.find("logs") : log, "");
        }
        if (log == nullptr || !log->is(Kind::List) || log->list.empty()) {
            return trouble_.say(kNoMatch);
        }
        int place = 0;
        for (const JsonValue& entry : log->list) {
            const std::string where = "log[" + std::to_string(place++) + "]";
            const JsonValue* output = entry.find("output");
            if (output == nullptr || !output->is(Kind::Object)) {
                read_responses(entry, where);
            } else if (const auto* command = output->find("command");
                       command != nullptr && command->is(Kind::Text) && command->text == "finish") {
                finish_ = output;
                return;
            } else {
                read_requests(*output, where);
            }
            if (trouble_) return;
        }
        trouble_.say("log: the judge did not finish");
    }

    void read_requests(const JsonValue& output, const std::string& where) {
        const auto content = by_seat(output.find("content"), where + ".output.content");
        if (!content) return;
        auto& row = match_.requests.emplace_back();
        for (int seat = 0; seat < kSeats; ++seat) {
            const JsonValue& text = *(*content)[seat];
            if (!text.is(Kind::Text)) {
                return trouble_.say(where + ".output.content: expected texts");
            }
            row[seat] = text.text;
        }
    }

    void read_responses(const JsonValue& entry, const std::string& where) {
        const auto replies = by_seat(&entry, where);
        if (!replies) return;
        auto& row = match_.responses.emplace_back();
        for (int seat = 0; seat < kSeats; ++seat) {
            const JsonValue& reply = *(*replies)[seat];
            if (!reply.is(Kind::Object)) {
                return trouble_.say(where + ": expected an object of seat " + std::to_string(seat));
            }
            const JsonValue* response = reply.find("response");
            if (response == nullptr) response = reply.find("content");
            if (response != nullptr) {
                row[seat] = response->is(Kind::Text) ? response->text : dumped(*response);
            }
            const JsonValue* verdict = reply.find("verdict");
            if (verdict == nullptr) continue;
            if (!verdict->is(Kind::Text)) {
                return trouble_.say(where + ": expected a text as verdict of seat " +
                                    std::to_string(seat));
            }
            const auto turn = static_cast<std::int64_t>(match_.responses.size()) - 1;
            if (verdict->text != kOk) match_.verdicts.push_back({turn, seat, verdict->text});
        }
    }

    void read_head() {
        const JsonValue nothing;
        const JsonValue* init = record_.find("initdata");
        if (init != nullptr && init->is(Kind::Text) && words_of(init->text).empty()) init = nullptr;
        init = unwrapped(init, "initdata: ");
        if (init != nullptr &&
            (init->is(Kind::Null) || (init->is(Kind::List) && init->list.empty())))
            init = nullptr;
        if (init != nullptr && !init->is(Kind::Object)) {
            return trouble_.say("initdata: expected an object, found " +
                                std::string(type_name(init)));
        }
        const JsonValue& initdata = init == nullptr ? nothing : *init;
        read_names();
        read_wind(initdata.find("quan"));
        const JsonValue* common = initdata.find("common_wall");
        match_.common_wall = common != nullptr && common->is(Kind::Truth) && common->truth;
        if (!trouble_) read_wall(initdata.find("walltiles"));
    }

    void read_names() {
        const JsonValue* id = record_.find("_id");
        if (id == nullptr) id = record_.find("id");
        if (id != nullptr && id->is(Kind::Object)) id = id->find("$oid");
        match_.id = named(id);
        const JsonValue* players = record_.find("players");
        if (players == nullptr || !players->is(Kind::List)) return;
        for (const JsonValue& player : players->list) {
            const JsonValue* one = &player;
            for (const std::string_view key : {"bot", "user"}) {
                const JsonValue* inner = player.find(key);
                if (player.find("name") != nullptr || inner == nullptr ||
                    !inner->is(Kind::Object)) {
                    continue;
                }
                one = inner;
                break;
            }
            match_.players.push_back(named(one->is(Kind::Object) ? one->find("name") : one));
        }
    }

    void read_wind(const JsonValue* quan) {
        const auto words = match_.requests.empty() ? std::vector<std::string_view>()
                                                   : words_of(match_.requests[0][0]);
        constexpr std::string_view kWinds = "0123";
        if (words.size() != 3 || words[0] != "0" || words[2].size() != 1 ||
            kWinds.find(words[2][0]) == std::string_view::npos) {
            return trouble_.say("neither initdata nor the first request says the prevalent wind");
        }
        const auto found = quan == nullptr ? std::optional<std::int64_t>(words[2][0] - '0')
                                           : as_whole(*quan, true);
        if (!found) return trouble_.say("quan: expected a whole number");
        if (*found < 0) return trouble_.say("quan: expected 0 or more");
        if (*found >= kSeats) return trouble_.say("quan: expected less than 4");
        match_.quan = static_cast<int>(*found);
    }

    void read_wall(const JsonValue* tiles) {
        const bool is_missing = tiles == nullptr || tiles->is(Kind::Null) ||
                                (tiles->is(Kind::Text) && tiles->text.empty()) ||
                                (tiles->is(Kind::List) && tiles->list.empty()) ||
                                (tiles->is(Kind::Object) && tiles->members.empty()) ||
                                (tiles->is(Kind::Truth) && !tiles->truth) ||
                                (is_number(*tiles) && tiles->real == 0);
        auto wall = is_missing ? drawn_wall() : wall_in(*tiles);
        if (!wall) return trouble_.say((is_missing ? "" : "wall: ") + wall.fault().text);
        match_.wall = std::move(*wall);
        const JsonValue* known = record_.find("wall_known");
        match_.wall_known =
            !is_missing && (known == nullptr || !known->is(Kind::Truth) || known->truth);
    }

    // A wall in which each seat draws what the requests say that it drew.
    Expected<std::vector<Tile>> drawn_wall() const {
        const auto& rows = match_.requests;
        if (rows.size() < 2) return Fault{"no deal, and initdata has no walltiles"};
        DrawnTiles drawn;
        drawn.common_wall = match_.common_wall;
        if (!read_deals(rows[1], drawn)) return no_request(1);
        bool has_flowers = std::ranges::any_of(drawn.flowers, [](int count) { return count > 0; });
        for (std::size_t turn = 2; turn < rows.size(); ++turn) {
            const auto draw = draw_of(rows[turn]);
            if (!draw) return no_request(static_cast<int>(turn));
            if (draw->tile == kNoTile) continue;
            drawn.draws.push_back(*draw);
            has_flowers = has_flowers || is_flower(draw->tile);
        }
        drawn.wall_size = has_flowers ? kMostWallSize : kWallSize;
        return made_wall(drawn);
    }

    // What the requests of the deal say; false where they say nothing of the kind.
    static bool read_deals(const MatchRow& row, DrawnTiles& drawn) {
        for (int seat = 0; seat < kSeats; ++seat) {
            const auto words = words_of(row[seat]);
            for (const auto word :
                 words | std::views::drop(kDealWords) | std::views::take(kHandSize)) {
                drawn.deals[seat].push_back(tile_of(word));
                if (drawn.deals[seat].back() == kNoTile) return false;
            }
        }
        return read_dealt_flowers(words_of(row[0]), drawn);
    }

    // How many flowers each seat was dealt, and which.
    static bool read_dealt_flowers(const std::vector<std::string_view>& words, DrawnTiles& drawn) {
        if (words.size() < kDealWords) return false;
        std::size_t flowers = 0;
        for (int seat = 0; seat < kSeats; ++seat) {
            const auto count = words[1 + seat];
            if (count.size() != 1 || count[0] < '0' || count[0] > '9') return false;
            drawn.flowers[seat] = count[0] - '0';
            flowers += static_cast<std::size_t>(drawn.flowers[seat]);
        }
        // The deal lists the flowers of all; older logs list one's own.
        const auto listed = std::min(words.size(), kDealWords + kHandSize);
        drawn.flowers_known = words.size() - listed == flowers;
        auto next = words.begin() + static_cast<std::ptrdiff_t>(listed);
        for (int seat = 0; seat < kSeats && drawn.flowers_known; ++seat) {
            for (int count = 0; count < drawn.flowers[seat]; ++count) {
                drawn.dealt_flowers[seat].push_back(tile_of(*next++));
            }
        }
        return true;
    }

    static Fault no_request(int turn) {
        return {"turn " + std::to_string(turn) + ": no such request"};
    }

    // What was drawn in a turn, kNoTile if nothing was; nothing where the requests are none.
    static std::optional<DrawnTile> draw_of(const MatchRow& row) {
        for (int seat = 0; seat < kSeats; ++seat) {
            if (!row[seat].starts_with("2 ")) continue;
            const auto words = words_of(row[seat]);
            const Tile tile = words.size() > 1 ? tile_of(words[1]) : kNoTile;
            if (tile == kNoTile) return std::nullopt;
            return DrawnTile{seat, tile};
        }
        const auto words = words_of(row[0]);
        if (words.size() < 4 || words[2] != "BUHUA") return DrawnTile{0, kNoTile};
        const Tile tile = tile_of(words[3]);
        const bool is_seat =
            words[1].size() == 1 && words[1][0] >= '0' && words[1][0] < '0' + kSeats;
        if (tile == kNoTile || !is_seat) return std::nullopt;
        return DrawnTile{words[1][0] - '0', tile};
    }

    void read_end() {
        const auto scores = by_seat(finish_->find("content"), "finish.content");
        if (!scores) return;
        for (int seat = 0; seat < kSeats; ++seat) {
            const auto score = as_whole(*(*scores)[seat], true);
            if (!score) return trouble_.say("finish.content: expected a whole number");
            match_.scores[seat] = *score;
        }
        const JsonValue* display = finish_->find("display");
        const JsonValue* action = display == nullptr ? nullptr : display->find("action");
        if (action == nullptr || !action->is(Kind::Text)) {
            return trouble_.say("finish.display: no action");
        }
        match_.result.action = action->text;
        const JsonValue* player = display->find("player");
        const bool drawn = match_.result.action == word_of(Verdict::Huang);
        if (player != nullptr && !player->is(Kind::Null) && !drawn) {
            const auto seat = as_whole(*player, false);
            if (!seat || *seat < 0 || *seat >= kSeats) {
                return trouble_.say("player: expected less than 4");
            }
            match_.result.player = static_cast<int>(*seat);
        }
        const JsonValue* total = display->find("fanCnt");
        if (total != nullptr && !total->is(Kind::Null)) {
            match_.result.fan_total = as_whole(*total, false);
            if (!match_.result.fan_total) trouble_.say("fan_total: expected a whole number");
        }
        read_fans(display->find("fan"));
    }

    void read_fans(const JsonValue* fans) {
        if (fans == nullptr || !fans->is(Kind::List)) return;
        auto& lines = match_.result.fans.emplace();
        for (const JsonValue& fan : fans->list) {
            const JsonValue* name = fan.find("name");
            const JsonValue* value = fan.find("value");
            const JsonValue* times = fan.find("cnt");
            const auto worth = value == nullptr ? std::nullopt : as_whole(*value, false);
            const auto count =
                times == nullptr ? std::optional<std::int64_t>(1) : as_whole(*times, false);
            if (name == nullptr || !name->is(Kind::Text) || !worth || !count) {
                return trouble_.say("finish.display: a fan without name or value");
            }
            lines.push_back({name->text, *count, *worth});
        }
    }

    const JsonValue& record_;
    MatchOnRecord match_;
    const JsonValue* finish_ = nullptr;
    std::vector<std::unique_ptr<JsonValue>> kept_;  // what texts in it were
    Trouble trouble_;
};

}  // namespace

bool is_log_entry(const JsonValue& entry) {
    const JsonValue* output = entry.find("output");
    return output != nullptr && output->is(Kind::Object) && entry.find("log") == nullptr;
}

Expected<MatchOnRecord> match_of_log(const JsonValue& record) { return LogReader(record).run(); }

}  // namespace mj

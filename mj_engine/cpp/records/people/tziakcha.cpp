#include "records/people/tziakcha.hpp"

#include <algorithm>
#include <charconv>

#include "core/inflate.hpp"
#include "records/people/fans.hpp"
#include "records/people/hand_from_events.hpp"
#include "records/people/tziakcha_tiles.hpp"
#include "table/game.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;

constexpr int kHands = 16;
constexpr double kLatestMs = 4'102'444'800'000;
constexpr unsigned kAdded = 0x300;
constexpr int kMostNumber = 0x40000000;
constexpr std::size_t kMostScript = 4'000'000;

// What an action is, as the platform numbers it.
enum class Deed : std::uint8_t { Begin, Flower, Discard, Chow, Pung, Kong, Win, Draw, Pass, NoWin };

const JsonValue* step_of(const JsonValue& record) {
    const bool is_step =
        record.find("a") != nullptr && record.find("w") != nullptr && record.find("d") != nullptr;
    return is_step ? &record : record.find("step");
}

struct Offer {
    int seat;
    Tile tile;
};

struct Row {
    int seat, kind;
    unsigned value;

    // The bits of the value from a place on.
    [[nodiscard]] int part(unsigned mask, unsigned place = 0) const {
        return static_cast<int>(value >> place & mask);
    }
    [[nodiscard]] bool is(Deed deed) const { return kind == static_cast<int>(deed); }
};

// What is done, action by action.
class DeedReader {
  public:
    DeedReader(const std::vector<int>& wall, unsigned falsely, Trouble& trouble)
        : trouble_(trouble), falsely_(falsely), made_(dealt(wall), rest(wall), trouble) {}

    void read(const JsonValue& actions, unsigned winners) {
        std::vector<Row> rows;
        for (const JsonValue& action : actions.list) {
            const int event = static_cast<int>(rows.size()) + 1;
            if (!action.is(Kind::List) || action.list.size() < 2) {
                return trouble_.say("an action without its parts", event);
            }
            const std::string where = "event " + std::to_string(event);
            const auto number = [&](std::size_t at) {
                const JsonValue* given = &action.list[at];
                return static_cast<unsigned>(number_in(given, 0, kMostNumber, where, trouble_));
            };
            const unsigned code = number(0);
            const unsigned value = number(1);
            if (trouble_) return;
            rows.push_back(
                {static_cast<int>(code >> 4U & 3U), static_cast<int>(code & 15U), value});
        }
        find_last_win(rows, winners);
        for (std::size_t place = 0; place < rows.size() && !trouble_; ++place) {
            made_.set_event(static_cast<int>(place) + 1);
            action(static_cast<int>(place), rows[place]);
        }
    }

    HandFromEvents& made() { return made_; }
    [[nodiscard]] std::optional<int> winner() const { return winner_; }
    [[nodiscard]] std::optional<int> giver() const { return giver_; }
    [[nodiscard]] int fan() const { return fan_; }
    [[nodiscard]] bool has_false_wins() const { return has_false_wins_; }

  private:
    HandFromEvents::Dealt dealt(const std::vector<int>& wall) {
        HandFromEvents::Dealt dealt;
        std::size_t place = 0;
        for (const int count : {4, 4, 4, 1}) {
            for (auto& tiles : dealt) {
                for (int tile = 0; tile < count; ++tile) {
                    tiles.push_back(tziakcha_tile(wall[place++], trouble_));
                }
            }
        }
        dealt[0].push_back(tziakcha_tile(wall[place], trouble_));
        return dealt;
    }

    std::vector<Tile> rest(const std::vector<int>& wall) {
        std::vector<Tile> tiles;
        for (std::size_t place = kDealtTiles; place < wall.size(); ++place) {
            tiles.push_back(tziakcha_tile(wall[place], trouble_));
        }
        return tiles;
    }

    // Where the win is that ends the hand; nowhere if nobody wins.
    void find_last_win(const std::vector<Row>& rows, unsigned winners) {
        bool carried = false;
        for (std::size_t place = 0; place < rows.size(); ++place) {
            const Row& row = rows[place];
            const bool wins = (winners >> static_cast<unsigned>(row.seat) & 1U) != 0;
            if (!row.is(Deed::Win) || !wins || (carried && row.value == 0)) continue;
            carried = carried || row.value != 0;
            last_win_ = static_cast<int>(place);
        }
        if (winners == 0 || last_win_ >= 0) return;
        int seat = 0;
        while ((winners >> static_cast<unsigned>(seat) & 1U) == 0) ++seat;
        trouble_.say("b: seat " + std::to_string(seat) + " won, but declares no win");
    }

    void action(int place, const Row& row) {
        const int seat = row.seat;
        if (row.is(Deed::Begin)) {
            playing_ = true;
        } else if (row.is(Deed::Flower)) {
            flower(row);
        } else if (row.is(Deed::Draw)) {
            made_.draw(seat, numbered(row.part(255), kCommonWallSize - 1));
            offered_.reset();
            own_ = seat;
        } else if (row.is(Deed::Discard)) {
            const Tile tile = numbered(row.part(255), kFirstTziakchaFlower - 1);
            if (trouble_) return;
            made_.act(StepKind::Play, seat, tile, row.part(1, 8) == 0);
            offered_ = {seat, tile};
            own_.reset();
        } else if (row.is(Deed::Kong) && own_ == seat) {
            const Tile tile = tziakcha_kind(row.part(63), trouble_);
            const bool is_added = (row.value & kAdded) == kAdded;
            if (trouble_) return;
            made_.act(is_added ? StepKind::Bugang : StepKind::Gang, seat, tile);
            offered_.reset();
            if (is_added) offered_ = {seat, tile};
        } else if (row.is(Deed::Chow) || row.is(Deed::Pung) || row.is(Deed::Kong)) {
            claim(row);
        } else if (row.is(Deed::Win)) {
            win(place, row);
        } else if (row.is(Deed::Pass) || row.is(Deed::NoWin)) {
            if (playing_ && offered_) made_.decline(seat);
        } else {
            trouble_.say("no such action: " + std::to_string(row.kind));
        }
    }

    Tile numbered(int number, int most) {
        const JsonValue value = number_value(number);
        return tziakcha_tile(number_in(&value, 0, most, "tile", trouble_), trouble_);
    }

    void flower(const Row& row) {
        const int flower = row.part(15, 8);
        const Tile tile = numbered(row.part(255), kCommonWallSize - 1);
        if (flower >= kFlowerKinds) trouble_.say("no such flower: " + std::to_string(flower));
        if (trouble_) return;
        made_.show_flower(row.seat, static_cast<Tile>(kTileKinds + flower), tile, !playing_);
        if (!playing_) return;
        offered_.reset();
        own_ = row.seat;
    }

    void claim(const Row& row) {
        const int seat = row.seat;
        if (!offered_ || offered_->seat == seat) {
            return trouble_.say("a claim without a discard before it");
        }
        const bool is_chow = row.is(Deed::Chow);
        const bool is_pung = row.is(Deed::Pung);
        if (row.value == 0) {
            const auto other = is_pung ? ActionKind::Peng : ActionKind::Gang;
            return made_.wish({seat, is_chow ? ActionKind::Chi : other});
        }
        const Tile tile = tziakcha_kind(row.part(63), trouble_);
        if (is_chow && !is_chow_middle(tile)) {
            trouble_.say("no middle of a chow: " + std::to_string(row.part(63)));
        }
        if (!is_chow && tile != offered_->tile) {
            trouble_.say("the claimed tile is not the discard");
        }
        if (trouble_) return;
        const auto other = is_pung ? StepKind::Peng : StepKind::Gang;
        made_.claim(is_chow ? StepKind::Chi : other, seat, is_chow ? tile : kNoTile);
        own_.reset();
        if (!row.is(Deed::Kong)) own_ = seat;
        offered_.reset();
    }

    void win(int place, const Row& row) {
        const int seat = row.seat;
        if (place == last_win_) {
            winner_ = seat;
            fan_ = std::min(row.part(~0U, 1), kMostFan);
            if (offered_) giver_ = offered_->seat;
            made_.claim(StepKind::Hu, seat);
        } else if (row.value != 0 || (falsely_ >> static_cast<unsigned>(seat) & 1U) != 0) {
            has_false_wins_ = true;
            made_.false_win(seat);
        } else if (offered_) {
            made_.wish({seat, ActionKind::Hu});
        } else {
            trouble_.say("a win that is given up without a discard");
        }
    }

    Trouble& trouble_;
    unsigned falsely_;
    HandFromEvents made_;
    std::optional<int> winner_, giver_;
    int fan_ = 0;
    bool has_false_wins_ = false;
    int last_win_ = -1;
    bool playing_ = false;
    std::optional<Offer> offered_;  // the tile on offer and who discarded it
    std::optional<int> own_ = 0;    // whose own turn it is
};

void read_fans(const JsonValue& step, int winner, PlayedHand& hand, Trouble& trouble) {
    const JsonValue* wins = step.find("y");
    if (wins == nullptr || !wins->is(Kind::List) || wins->list.size() != kSeats) return;
    const JsonValue& won = wins->list[winner];
    if (!won.is(Kind::Object) || won.members.empty()) return;
    const JsonValue* fan = won.find("f");
    hand.fan = fan == nullptr ? 0 : number_in(fan, 0, kMostFan, "y.f", trouble);
    const JsonValue* found = won.find("t");
    if (found == nullptr || trouble) return;
    for (const auto& [number, value] : object_in(found, "y.t", trouble).members) {
        int read = 0;
        const char* const end = number.data() + number.size();
        const auto [past, error] = std::from_chars(number.data(), end, read);
        const bool is_number = error == std::errc() && past == end && read >= 0 &&
                               number.size() < 4 && number[0] != '-';
        if (!is_number) {
            return trouble.say("y.t: no such fan: " + shown_value(text_value(number), 40));
        }
        const int worth = number_in(&value, 1, 0x1000, "y.t", trouble);
        if (trouble) return;
        const auto line = fan_of_number(read, worth);
        if (!line) {
            return trouble.say("no such fan: " + std::to_string(read) + ": " +
                               std::to_string(worth));
        }
        hand.fans.push_back(*line);
    }
}

// What of the points is not the win's.
void set_penalties(const DeedReader& reader, PlayedHand& hand) {
    hand.penalties.assign(hand.scores.begin(), hand.scores.end());
    if (!reader.winner()) return;
    for (int seat = 0; seat < kSeats; ++seat) {
        if (seat == *reader.winner()) continue;
        const bool gives = !reader.giver() || *reader.giver() == seat;
        const int pays = kBaseScore + (gives ? hand.fan : 0);
        hand.penalties[seat] += pays;
        hand.penalties[*reader.winner()] -= pays;
    }
}

void read_hand(const JsonValue& step, PlayedHand& hand, Trouble& trouble) {
    const auto wall = tziakcha_wall(step, trouble);
    const JsonValue* given = step.find("b");
    if (trouble) return;
    const auto bits =
        static_cast<unsigned>(given == nullptr ? 0 : number_in(given, 0, 0x10000, "b", trouble));
    DeedReader reader(wall, bits >> 8U & 15U, trouble);
    const JsonValue& actions = list_in(step.find("a"), "a", trouble);
    if (!trouble) reader.read(actions, bits & 15U);
    trouble.set_event(0);
    hand.scores = points_in(step.find("s"), "s", trouble);
    if (trouble) return;
    reader.made().finish(hand);
    hand.drawn = !reader.winner();
    if (trouble) return;
    if (reader.winner()) read_fans(step, *reader.winner(), hand, trouble);
    if (reader.winner() && hand.fan == 0) hand.fan = reader.fan();
    if (reader.has_false_wins()) set_penalties(reader, hand);
}

void read_place(const JsonValue& seats, const std::string& name, int number, int hands,
                PlayedHand& hand, Trouble& trouble) {
    const auto lacks = [](const JsonValue& one) { return one.find("s") == nullptr; };
    if (hands == 1 || (number > 0 && std::ranges::any_of(seats.list, lacks))) return;
    MatchPlace place{.match = name, .hand = number, .hands = hands, .totals = {}};
    for (int seat = 0; seat < kSeats; ++seat) {
        const JsonValue* total = seats.list[seat].find("s");
        if (total != nullptr)
            place.totals[seat] = number_in(total, -99'999, 99'999, "p.s", trouble);
    }
    hand.place = std::move(place);
}

Expected<JsonValue> unpacked_script(const JsonValue* script) {
    std::string_view text;
    if (script != nullptr) text = script->is(Kind::Text) ? std::string_view(script->text) : "?";
    const auto packed = from_base64(text);
    const auto plain = packed ? inflated(*packed, kMostScript) : std::nullopt;
    if (!plain) return Fault{"script: not base64 of zlib, or too large for a hand"};
    auto value = json_value_of(*plain);
    if (!value) return Fault{"script: " + value.fault().text};
    if (!value->is(Kind::Object)) {
        return Fault{"script: its JSON: expected an object, found " +
                     std::string(type_name(&*value))};
    }
    return value;
}

}  // namespace

bool is_tziakcha_hand(const JsonValue& record) {
    const JsonValue* step = step_of(record);
    const JsonValue* script = record.find("script");
    return (step != nullptr && step->is(Kind::Object)) ||
           (script != nullptr && script->is(Kind::Text));
}

PlayedHand tziakcha_hand(const JsonValue& record, const std::string& belongs, int hands,
                         Trouble& trouble) {
    PlayedHand hand;
    const JsonValue* found = step_of(record);
    Expected<JsonValue> unpacked = JsonValue();
    if (found == nullptr || !found->is(Kind::Object)) {
        unpacked = unpacked_script(record.find("script"));
        if (!unpacked) return trouble.say(unpacked.fault().text), hand;
        found = &*unpacked;
    }
    const JsonValue& step = *found;
    const int number = number_in(step.find("i"), 0, 99, "i", trouble);
    const JsonValue& seats = list_in(step.find("p"), "p", trouble);
    for (const JsonValue& one : seats.list) object_in(&one, "p", trouble);
    if (!trouble && seats.list.size() != kSeats) {
        trouble.say("p: expected four seats, found " + std::to_string(seats.list.size()));
    }
    const JsonValue* settings = step.find("g");
    const JsonValue* count = settings == nullptr ? nullptr : settings->find("n");
    if (hands == 0) hands = count == nullptr ? kHands : number_in(count, 1, 99, "g.n", trouble);
    if (trouble) return hand;
    const JsonValue* own = record.find("belongs");
    const std::string match = own == nullptr ? belongs : text_in(own);
    hand.id = text_in(record.find("id"));
    if (hand.id.empty()) {
        hand.id =
            (match.empty() ? text_in(step.find("r")) : match) + "-" + std::to_string(number + 1);
    }
    hand.prevalent_wind = number / kSeats % kSeats;
    read_hand(step, hand, trouble);
    if (trouble) return hand;
    for (const JsonValue& one : seats.list) {
        const std::string id = text_in(one.find("i"));
        const std::string name = text_in(one.find("n"));
        hand.players.push_back(name.empty() ? id : name);
        hand.player_ids.push_back(id);
        hand.ratings.push_back(rating_in(one.find("e")));
    }
    const JsonValue* began = step.find("t");
    const bool is_number = began != nullptr && (began->is(Kind::Whole) || began->is(Kind::Real));
    if (is_number && began->real > 0 && began->real < kLatestMs) {
        hand.began = static_cast<std::int64_t>(began->real) / 1000;
    }
    read_place(seats, match, number, std::max(hands, number + 1), hand, trouble);
    return hand;
}

}  // namespace mj

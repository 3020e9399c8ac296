#include "records/people/salasasa.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "records/people/fans.hpp"
#include "records/people/hand_from_events.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;
using Seats = std::array<int, kSeats>;

constexpr std::string_view kRule = "guobiao";
constexpr std::string_view kSubRule = "guobiao/standard";
constexpr std::string_view kRound = "round_index_";
constexpr std::string_view kWin = "hu_";
constexpr std::string_view kPartsMissing = "an event without its parts";
constexpr int kMostFan = 999;
constexpr std::size_t kShown = 40;
constexpr std::size_t kShownEvent = 20;

// The name of what a record has for each player: p0_uid.
std::string of_player(int player, std::string_view what) {
    std::string name("p");
    return name.append(std::to_string(player)).append("_").append(what);
}

JsonValue as_value(std::string_view text) {
    JsonValue value;
    value.kind = Kind::Text;
    value.text = text;
    return value;
}

// The object with title and rounds in it, nullptr if there is none; texts of JSON are unwrapped.
const JsonValue* inner_of(const JsonValue& record, std::vector<std::unique_ptr<JsonValue>>& kept) {
    const JsonValue* found = &record;
    for (const std::string_view name : {"data", "record"}) {
        const JsonValue* inner = found->find(name);
        if (inner == nullptr) continue;
        const auto first = inner->text.find_first_not_of(" \t\n\v\f\r");
        if (inner->is(Kind::Text) && first != std::string::npos && inner->text[first] == '{') {
            auto read = json_value_of(inner->text);
            if (!read) return nullptr;
            inner = kept.emplace_back(std::make_unique<JsonValue>(std::move(*read))).get();
        }
        if (inner->is(Kind::Object)) found = inner;
    }
    const bool is_match =
        found->find("game_round") != nullptr && found->find("game_title") != nullptr;
    return is_match ? found : nullptr;
}

// A number of up to three digits, nothing for other texts.
std::optional<int> short_number(std::string_view digits) {
    const bool fits = !digits.empty() && digits.size() < 4 &&
                      digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (!fits) return std::nullopt;
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

// Reads a moment (2026-11-23 12:30:05, a zone behind it): numbers at fixed places.
class Moment {
  public:
    explicit Moment(std::string_view text) : rest_(text) {}

    // Seconds since 1970; nothing if it is no time. Without a zone it is China's.
    std::optional<std::int64_t> seconds() {
        namespace chrono = std::chrono;
        constexpr int kChina = 8 * 3600;
        const int year = number(4);
        const int month = after('-') ? number(2) : 0;
        const int day = after('-') ? number(2) : 0;
        const chrono::year_month_day date{chrono::year(year),
                                          chrono::month(static_cast<unsigned>(month)),
                                          chrono::day(static_cast<unsigned>(day))};
        if (wrong_ || year < 1 || !date.ok()) return std::nullopt;
        std::int64_t found = chrono::sys_days(date).time_since_epoch().count() * 86'400;
        if (rest_.empty()) return found - kChina;
        rest_.remove_prefix(1);
        found += clock(true);
        int zone = kChina;
        if (!rest_.empty() && rest_ != "Z") {
            const int sign = rest_[0] == '-' ? -1 : 1;
            if (rest_[0] != '-' && rest_[0] != '+') return std::nullopt;
            rest_.remove_prefix(1);
            zone = sign * clock(false);
        } else if (rest_ == "Z") {
            zone = 0;
            rest_ = {};
        }
        if (wrong_ || !rest_.empty()) return std::nullopt;
        return found - zone;
    }

  private:
    int number(std::size_t digits) {
        const auto text = rest_.substr(0, digits);
        if (text.size() < digits || text.find_first_not_of("0123456789") != std::string_view::npos) {
            wrong_ = true;
            return 0;
        }
        rest_.remove_prefix(digits);
        int found = 0;
        std::from_chars(text.data(), text.data() + digits, found);
        return found;
    }

    bool after(char mark) {
        if (rest_.empty() || rest_[0] != mark) return false;
        rest_.remove_prefix(1);
        return true;
    }

    // Hours, and minutes and seconds if there are any.
    int clock(bool has_parts) {
        const int hours = number(2);
        const int minutes = after(':') ? number(2) : 0;
        const int seconds = after(':') ? number(2) : 0;
        if (hours > 23 || minutes > 59 || seconds > 59) wrong_ = true;
        if (has_parts && after('.')) {
            const auto end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
            if (end == 0) wrong_ = true;
            rest_.remove_prefix(end);
        }
        return 3600 * hours + 60 * minutes + seconds;
    }

    std::string_view rest_;
    bool wrong_ = false;
};

int dealer_of(const JsonValue& hand, Trouble& trouble) {
    const JsonValue* dealer = hand.find("dealer_index");
    return dealer == nullptr ? 0 : number_in(dealer, 0, kSeats - 1, "dealer_index", trouble);
}

int turned(int seat, int dealer) { return (seat - dealer + kSeats) % kSeats; }

// By player of the match, the seat in this hand, East as 0.
Seats seats_of(const JsonValue& hand, Trouble& trouble) {
    Seats seats{0, 1, 2, 3};
    const int dealer = dealer_of(hand, trouble);
    const JsonValue* given = hand.find("seats");
    std::vector<int> found(seats.begin(), seats.end());
    if (given != nullptr) {
        found.clear();
        for (const JsonValue& seat : list_in(given, "seats", trouble).list) {
            found.push_back(number_in(&seat, 0, kSeats - 1, "seats", trouble));
        }
    }
    auto sorted = found;
    std::ranges::sort(sorted);
    if (!std::ranges::equal(sorted, seats)) trouble.say("seats: not each seat once");
    if (trouble) return seats;
    for (int player = 0; player < kSeats; ++player) seats[player] = turned(found[player], dealer);
    return seats;
}

const JsonValue& ticks_of(const JsonValue& hand, Trouble& trouble) {
    const JsonValue& ticks = list_in(hand.find("action_ticks"), "action_ticks", trouble);
    int event = 0;
    for (const JsonValue& tick : ticks.list) {
        ++event;
        const bool is_one = tick.is(Kind::List) && !tick.list.empty() && tick.list[0].is(Kind::Text);
        if (!is_one) trouble.say(kPartsMissing, event);
    }
    return ticks;
}

// The points by seat in a tick that ends a hand or is a win; none if it has none.
Seats points_of_tick(const JsonValue& tick, Trouble& trouble) {
    const auto is_number = [](const JsonValue& one) {
        return one.is(Kind::Whole) || one.is(Kind::Truth);
    };
    for (std::size_t at = 1; at < tick.list.size(); ++at) {
        const JsonValue& part = tick.list[at];
        const bool is_four = part.is(Kind::List) && part.list.size() == kSeats;
        if (!is_four || !std::ranges::all_of(part.list, is_number)) continue;
        return points_in(&part, tick.list[0].text, trouble);
    }
    return {};
}

bool is_end(std::string_view kind) { return kind == "liuju" || kind == "end"; }

// What each seat won in a hand, penalties with it.
Seats points_of(const JsonValue& hand, Trouble& trouble) {
    const int dealer = dealer_of(hand, trouble);
    const JsonValue& ticks = ticks_of(hand, trouble);
    Seats total{};
    if (trouble) return total;
    for (const JsonValue& tick : ticks.list) {
        const std::string& kind = tick.list[0].text;
        if (!kind.starts_with(kWin) && !is_end(kind)) continue;
        const auto points = points_of_tick(tick, trouble);
        for (int seat = 0; seat < kSeats; ++seat) total[turned(seat, dealer)] += points[seat];
    }
    return total;
}

// Our tile of 11-58.
Tile tile_in(const JsonValue* value, Trouble& trouble) {
    const int number = number_in(value, 11, 58, "tile", trouble);
    const int suit = number / 10;
    const int place = number % 10;
    if (suit <= kSuits && place > 0) return static_cast<Tile>(kSuitSize * (suit - 1) + place - 1);
    if (number >= 41 && number <= 44) return static_cast<Tile>(kFirstHonour + number - 41);
    constexpr std::array<Tile, 3> kDragons{31, 33, 32};  // 45 to 47
    if (number >= 45 && number <= 47) return kDragons[number - 45];
    if (number > 50) return static_cast<Tile>(kTileKinds + number - 51);
    trouble.say("no such tile: " + std::to_string(number));
    return 0;
}

bool is_chow(int middle, Tile tile) {
    return middle >= 0 && middle < kFirstHonour && is_chow_middle(static_cast<Tile>(middle)) &&
           middle / kSuitSize == tile / kSuitSize;
}

// Where the claimed tile lies in a chow of this name, as the step from it to the middle.
std::optional<int> chow_step(std::string_view name) {
    if (name == "cl") return -1;
    if (name == "cm") return 0;
    if (name == "cr") return 1;
    return std::nullopt;
}

std::optional<int> wished_chow_step(std::string_view what) {
    if (const auto step = chow_step(what)) return step;
    const auto last = what.rfind('_');
    const auto word = last == std::string_view::npos ? what : what.substr(last + 1);
    if (word == "left") return -1;
    if (word == "mid") return 0;
    if (word == "right") return 1;
    return std::nullopt;
}

bool is_names(const JsonValue& part) {
    const auto is_text = [](const JsonValue& one) { return one.is(Kind::Text); };
    return part.is(Kind::List) && !part.list.empty() && std::ranges::all_of(part.list, is_text);
}

// What is done, tick by tick.
class Reader {
  public:
    Reader(const JsonValue& hand, Trouble& trouble)
        : trouble_(trouble),
          dealer_(dealer_of(hand, trouble)),
          made_(dealt(hand), rest(hand), trouble) {}

    void read(const JsonValue& tick, int event) {
        made_.set_event(event);
        tick_ = &tick;
        const std::string& kind = tick.list[0].text;
        if (kind == "bh" || kind == "bd") return flower(kind == "bh");
        playing_ = true;
        if (kind == "d" || kind == "gd") {
            if (discarded_) turn_ = (turn_ + 1) % kSeats;
            const Tile tile = tile_in(part(1), trouble_);
            if (!trouble_) made_.draw(turn_, tile);
            discarded_ = false;
            offered_.reset();
        } else if (kind == "c") {
            discard();
        } else if (kind == "ag" || kind == "jg") {
            const bool is_added = kind == "jg";
            const Tile tile = plain(part(1));
            if (trouble_) return;
            made_.act(is_added ? StepKind::Bugang : StepKind::Gang, turn_, tile);
            discarded_ = false;
            offered_.reset();
            if (is_added) offered_ = tile;
        } else if (chow_step(kind) || kind == "p" || kind == "g") {
            claim(kind);
        } else if (kind == "ca") {
            wish();
        } else if (kind.starts_with(kWin)) {
            win();
        } else if (is_end(kind)) {
            is_over_ = true;
        } else {
            trouble_.say("no such event: " + shown_value(as_value(kind), kShownEvent));
        }
    }

    void finish(PlayedHand& hand) {
        if (!is_over_) trouble_.say("the hand breaks off");
        if (trouble_) return;
        made_.finish(hand);
        hand.drawn = !winner_;
        hand.fan = fan_;
        hand.fans = fans_;
        const auto is_some = [](std::int64_t points) { return points != 0; };
        if (std::ranges::any_of(penalties_, is_some)) {
            hand.penalties.assign(penalties_.begin(), penalties_.end());
        }
    }

  private:
    HandFromEvents::Dealt dealt(const JsonValue& hand) {
        HandFromEvents::Dealt dealt;
        const JsonValue* given = hand.find("start_player_index");
        const int starts = given == nullptr ? dealer_
                                            : number_in(given, 0, kSeats - 1,
                                                        "start_player_index", trouble_);
        if (starts != dealer_) {
            trouble_.say("start_player_index: another than the dealer begins");
        }
        for (int seat = 0; seat < kSeats; ++seat) {
            const std::string name = of_player(seat, "tiles");
            for (const JsonValue& tile : list_in(hand.find(name), name, trouble_).list) {
                dealt[turned(seat, dealer_)].push_back(tile_in(&tile, trouble_));
            }
        }
        return dealt;
    }

    std::vector<Tile> rest(const JsonValue& hand) {
        std::vector<Tile> tiles;
        const JsonValue* wall = hand.find("tiles_list");
        if (wall == nullptr) return tiles;
        for (const JsonValue& tile : list_in(wall, "tiles_list", trouble_).list) {
            tiles.push_back(tile_in(&tile, trouble_));
        }
        return tiles;
    }

    const JsonValue* part(std::size_t at) {
        if (at < tick_->list.size()) return &tick_->list[at];
        trouble_.say(kPartsMissing);
        return nullptr;
    }

    int seat_in(const JsonValue* seat) {
        return turned(number_in(seat, 0, kSeats - 1, "seat", trouble_), dealer_);
    }

    Tile plain(const JsonValue* number) {
        const Tile tile = tile_in(number, trouble_);
        if (tile >= kTileKinds) trouble_.say("a flower that is kept");
        return tile;
    }

    void discard() {
        const JsonValue* drawn = tick_->list.size() > 2 ? &tick_->list[2] : nullptr;
        const bool is_number =
            drawn != nullptr && (drawn->is(Kind::Whole) || drawn->is(Kind::Real));
        const bool just_drawn =
            drawn != nullptr && ((drawn->is(Kind::Text) && drawn->text == "T") ||
                                 (drawn->is(Kind::Truth) && drawn->truth) ||
                                 (is_number && drawn->real == 1));
        const Tile tile = plain(part(1));
        if (trouble_) return;
        offered_ = tile;
        made_.act(StepKind::Play, turn_, tile, just_drawn);
        discarded_ = true;
    }

    void flower(bool is_shown) {
        const Tile tile = tile_in(part(1), trouble_);
        const int seat = tick_->list.size() > 2 ? seat_in(&tick_->list[2]) : turn_;
        if (trouble_) return;
        if (is_shown) {
            if (shown_) return trouble_.say("a flower that is not replaced");
            shown_ = {seat, tile};
            return;
        }
        if (!shown_ || shown_->first != seat) return trouble_.say("a flower that was not drawn");
        const Tile flower = shown_->second;
        shown_.reset();
        made_.show_flower(seat, flower, tile, !playing_);
    }

    void claim(const std::string& kind) {
        const Tile tile = plain(part(1));
        const int seat = seat_in(part(2));
        if (trouble_) return;
        if (offered_ != tile || !discarded_) {
            return trouble_.say("the claimed tile is not the discard");
        }
        if (auto step = chow_step(kind)) {
            std::vector<int> tiles{tile};
            const auto& parts = tick_->list;
            for (std::size_t at = 3; at < std::min<std::size_t>(parts.size(), 5); ++at) {
                tiles.push_back(plain(&parts[at]));
            }
            // Converted records have the letters otherwise than the platform: the tiles decide.
            std::ranges::sort(tiles);
            if (tiles.size() == 3) step = tiles[1] - tile;
            if (!is_chow(tile + *step, tile)) trouble_.say("a chow that cannot be");
            if (trouble_) return;
            made_.claim(StepKind::Chi, seat, static_cast<Tile>(tile + *step));
        } else {
            made_.claim(kind == "p" ? StepKind::Peng : StepKind::Gang, seat);
        }
        turn_ = seat;
        discarded_ = false;
    }

    // A claim that was not carried out; of what is not known what it was nothing is kept.
    void wish() {
        const int seat = seat_in(part(1));
        const std::string what = text_in(part(2));
        const bool names_tile = tick_->list.size() > 3;
        const Tile named = names_tile ? plain(&tick_->list[3]) : kNoTile;
        if (trouble_ || !offered_ || (names_tile && named != *offered_)) return;
        const Tile tile = *offered_;
        const auto step = wished_chow_step(what);
        if (step || what.starts_with("chi")) {
            const bool is_whole = step && is_chow(tile + *step, tile);
            const Tile middle = is_whole ? static_cast<Tile>(tile + *step) : kNoTile;
            return made_.wish({seat, ActionKind::Chi, middle});
        }
        // Records name them in both ways; the first letters say which.
        if (what.starts_with("hu")) {
            made_.wish({seat, ActionKind::Hu});
        } else if (what.starts_with("g")) {
            made_.wish({seat, ActionKind::Gang});
        } else if (what.starts_with("p")) {
            made_.wish({seat, ActionKind::Peng});
        }
    }

    void win() {
        const int seat = seat_in(part(1));
        const JsonValue* named = nullptr;
        for (std::size_t at = 2; at < tick_->list.size() && named == nullptr; ++at) {
            if (is_names(tick_->list[at])) named = &tick_->list[at];
        }
        const auto is_false = [](const JsonValue& name) { return name.text == kFalseWinName; };
        if (trouble_) return;
        if (named != nullptr && std::ranges::any_of(named->list, is_false)) {
            const auto points = points_of_tick(*tick_, trouble_);
            for (int place = 0; place < kSeats; ++place) {
                penalties_[turned(place, dealer_)] += points[place];
            }
            return made_.false_win(seat);
        }
        winner_ = seat;
        fan_ = number_in(part(2), 0, kMostFan, "fan", trouble_);
        fans_.clear();
        if (named != nullptr) {
            for (const JsonValue& name : named->list) fans_.push_back(fan_of_name(name.text));
        }
        if (!trouble_) made_.claim(StepKind::Hu, seat);
    }

    Trouble& trouble_;
    int dealer_;
    HandFromEvents made_;
    const JsonValue* tick_ = nullptr;
    std::optional<int> winner_;
    int fan_ = 0;
    std::vector<FanLine> fans_;
    std::array<std::int64_t, kSeats> penalties_{};
    bool is_over_ = false;
    int turn_ = 0;  // whose turn it is, or who discarded last
    bool playing_ = false;
    bool discarded_ = false;
    std::optional<Tile> offered_;
    std::optional<std::pair<int, Tile>> shown_;
};

}  // namespace

bool SalasasaMatch::is_one(const JsonValue& record) {
    std::vector<std::unique_ptr<JsonValue>> kept;
    return inner_of(record, kept) != nullptr;
}

SalasasaMatch::SalasasaMatch(const JsonValue& record, Trouble& trouble) {
    const JsonValue* inner = inner_of(record, kept_);
    if (inner == nullptr) {
        trouble.say("no match of Salasasa");
        return;
    }
    const JsonValue* data = record.find("data");
    const JsonValue& about = data != nullptr && data->is(Kind::Object) ? *data : record;
    title_ = &object_in(inner->find("game_title"), "game_title", trouble);
    if (trouble) return;
    const auto is_other = [](const JsonValue* value, std::string_view ours) {
        return value != nullptr && !(value->is(Kind::Text) && value->text == ours);
    };
    const JsonValue* rule = title_->find("rule");
    const JsonValue* sub_rule = title_->find("sub_rule");
    if (is_other(rule, kRule) || is_other(sub_rule, kSubRule)) {
        std::string named = sub_rule == nullptr ? std::string(kSubRule) : text_in(sub_rule);
        if (named.empty()) named = rule == nullptr ? std::string(kRule) : text_in(rule);
        trouble.say("played by the rule " + shown_value(as_value(named), 200) + ": only " +
                    std::string(kSubRule) + " is read");
        return;
    }
    read_rounds(*inner->find("game_round"), trouble);
    if (!trouble && hands_.empty()) trouble.say("game_round: no hand in it");
    name_ = text_in(about.find("game_id"));
    if (name_.empty()) name_ = text_in(title_->find("game_id"));
    const JsonValue* start = title_->find("start_time");
    if (start == nullptr || !start->is(Kind::Text)) return;
    began_ = std::max<std::int64_t>(0, Moment(start->text).seconds().value_or(0));
}

void SalasasaMatch::read_rounds(const JsonValue& rounds, Trouble& trouble) {
    if (rounds.is(Kind::List)) {
        int number = 0;
        for (const JsonValue& one : rounds.list) hands_.emplace(++number, &one);
        return;
    }
    for (const auto& [name, one] : object_in(&rounds, "game_round", trouble).members) {
        std::string_view digits = name;
        if (digits.starts_with(kRound)) digits.remove_prefix(kRound.size());
        const auto number = short_number(digits);
        if (!number) {
            return trouble.say("game_round: no hand: " + shown_value(as_value(name), kShown));
        }
        if (!hands_.emplace(*number, &one).second) {
            return trouble.say("game_round: a hand that is there twice: " +
                               std::to_string(*number));
        }
    }
}

PlayedHand SalasasaMatch::hand(int number, Trouble& trouble) const {
    PlayedHand hand;
    const JsonValue& found =
        object_in(hands_.find(number)->second, std::string(kRound) + std::to_string(number), trouble);
    const JsonValue* given = found.find("current_round");
    JsonValue by_number;
    by_number.kind = Kind::Whole;
    by_number.whole = number;
    by_number.text = std::to_string(number);
    const int current =
        number_in(given == nullptr ? &by_number : given, 1, 99, "current_round", trouble);
    const Seats seats = seats_of(found, trouble);
    if (trouble) return hand;
    std::string started = text_in(title_->find("start_time"));
    started = started.substr(0, started.find('.'));
    const std::string name = !name_.empty() ? name_ : !started.empty() ? started : "salasasa";
    hand.id = name + "-" + std::to_string(number);
    hand.prevalent_wind = (current - 1) / kSeats % kSeats;
    Reader reader(found, trouble);
    const JsonValue& ticks = ticks_of(found, trouble);
    int event = 0;
    for (const JsonValue& tick : ticks.list) {
        if (!trouble) reader.read(tick, ++event);
    }
    if (!trouble) reader.finish(hand);
    trouble.set_event(0);
    hand.scores = points_of(found, trouble);
    Seats players{};
    for (int player = 0; player < kSeats; ++player) players[seats[player]] = player;
    for (const int player : players) {
        const std::string uid = text_in(title_->find(of_player(player, "uid")));
        const std::string called = text_in(title_->find(of_player(player, "name")));
        hand.players.push_back(called.empty() ? uid : called);
        hand.player_ids.push_back(uid);
        hand.ratings.push_back(rating_in(title_->find(of_player(player, "elo"))));
    }
    hand.began = began_;
    if (!trouble) hand.place = place_of(number, current, players, trouble);
    return hand;
}

std::optional<MatchPlace> SalasasaMatch::place_of(int number, int current, const Seats& players,
                                                  Trouble& trouble) const {
    const JsonValue* rounds = title_->find("max_round");
    const int hands =
        kSeats * (rounds == nullptr ? kSeats : number_in(rounds, 1, kSeats, "max_round", trouble));
    const auto totals = totals_before(number, current, trouble);
    if (!totals) return std::nullopt;
    MatchPlace place{
        .match = name_, .hand = current - 1, .hands = std::max(hands, current), .totals = {}};
    for (int seat = 0; seat < kSeats; ++seat) place.totals[seat] = (*totals)[players[seat]];
    return place;
}

// What each player had won before a hand; nothing if the record does not say.
std::optional<Seats> SalasasaMatch::totals_before(int number, int current,
                                                  Trouble& trouble) const {
    const JsonValue* given = hands_.find(number)->second->find("totals_before");
    if (given != nullptr && !given->is(Kind::Null)) return points_in(given, "totals_before", trouble);
    const auto end = hands_.find(number);
    if (std::distance(hands_.begin(), end) != current - 1) return std::nullopt;
    Seats totals{};
    for (auto earlier = hands_.begin(); earlier != end; ++earlier) {
        Trouble wrong;
        const JsonValue& found = object_in(earlier->second, "a hand", wrong);
        const Seats seats = seats_of(found, wrong);
        const Seats points = points_of(found, wrong);
        if (wrong) return std::nullopt;
        for (int player = 0; player < kSeats; ++player) totals[player] += points[seats[player]];
    }
    return totals;
}

}  // namespace mj

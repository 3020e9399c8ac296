#include "records/people/salasasa_hand.hpp"

#include <algorithm>

#include "records/people/fans.hpp"
#include "records/people/hand_from_events.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;
using Seats = std::array<int, kSeats>;

constexpr std::string_view kWin = "hu_";
constexpr std::string_view kPartsMissing = "an event without its parts";
constexpr std::size_t kShownEvent = 20;

int dealer_of(const JsonValue& hand, Trouble& trouble) {
    const JsonValue* dealer = hand.find("dealer_index");
    return dealer == nullptr ? 0 : number_in(dealer, 0, kSeats - 1, "dealer_index", trouble);
}

int turned(int seat, int dealer) { return (seat - dealer + kSeats) % kSeats; }

const JsonValue& ticks_of(const JsonValue& hand, Trouble& trouble) {
    const JsonValue& ticks = list_in(hand.find("action_ticks"), "action_ticks", trouble);
    int event = 0;
    for (const JsonValue& tick : ticks.list) {
        ++event;
        const bool is_one =
            tick.is(Kind::List) && !tick.list.empty() && tick.list[0].is(Kind::Text);
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
class TickReader {
  public:
    TickReader(const JsonValue& hand, Trouble& trouble)
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
            trouble_.say("no such event: " + shown_value(text_value(kind), kShownEvent));
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
        const int starts = given == nullptr
                               ? dealer_
                               : number_in(given, 0, kSeats - 1, "start_player_index", trouble_);
        if (starts != dealer_) {
            trouble_.say("start_player_index: another than the dealer begins");
        }
        for (int seat = 0; seat < kSeats; ++seat) {
            const std::string name = salasasa_name(seat, "tiles");
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
            drawn != nullptr &&
            ((drawn->is(Kind::Text) && drawn->text == "T") ||
             (drawn->is(Kind::Truth) && drawn->truth) || (is_number && drawn->real == 1));
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
        } else if (what.starts_with('g')) {
            made_.wish({seat, ActionKind::Gang});
        } else if (what.starts_with('p')) {
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

std::string salasasa_name(int player, std::string_view what) {
    std::string name("p");
    return name.append(std::to_string(player)).append("_").append(what);
}

Seats salasasa_seats(const JsonValue& hand, Trouble& trouble) {
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

Seats salasasa_points(const JsonValue& hand, Trouble& trouble) {
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

void read_salasasa_ticks(const JsonValue& hand, PlayedHand& into, Trouble& trouble) {
    TickReader reader(hand, trouble);
    const JsonValue& ticks = ticks_of(hand, trouble);
    int event = 0;
    for (const JsonValue& tick : ticks.list) {
        if (!trouble) reader.read(tick, ++event);
    }
    if (!trouble) reader.finish(into);
    trouble.set_event(0);
    into.scores = salasasa_points(hand, trouble);
}

}  // namespace mj

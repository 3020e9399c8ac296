#include "records/people/salasasa.hpp"

#include <algorithm>
#include <charconv>

#include "records/people/moment.hpp"
#include "records/people/salasasa_hand.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;
using Seats = std::array<int, kSeats>;

constexpr std::string_view kRule = "guobiao";
constexpr std::string_view kSubRule = "guobiao/standard";
constexpr std::string_view kRound = "round_index_";
constexpr std::size_t kShown = 40;

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
        trouble.say("played by the rule " + shown_value(text_value(named), 200) + ": only " +
                    std::string(kSubRule) + " is read");
        return;
    }
    read_rounds(*inner->find("game_round"), trouble);
    if (!trouble && hands_.empty()) trouble.say("game_round: no hand in it");
    name_ = text_in(about.find("game_id"));
    if (name_.empty()) name_ = text_in(title_->find("game_id"));
    const JsonValue* start = title_->find("start_time");
    if (start == nullptr || !start->is(Kind::Text)) return;
    began_ = std::max<std::int64_t>(0, seconds_of(start->text).value_or(0));
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
            return trouble.say("game_round: no hand: " + shown_value(text_value(name), kShown));
        }
        if (!hands_.emplace(*number, &one).second) {
            return trouble.say("game_round: a hand that is there twice: " +
                               std::to_string(*number));
        }
    }
}

PlayedHand SalasasaMatch::hand(int number, Trouble& trouble) const {
    PlayedHand hand;
    const JsonValue& found = object_in(hands_.find(number)->second,
                                       std::string(kRound) + std::to_string(number), trouble);
    const JsonValue* given = found.find("current_round");
    const JsonValue by_number = number_value(number);
    const int current =
        number_in(given == nullptr ? &by_number : given, 1, 99, "current_round", trouble);
    const Seats seats = salasasa_seats(found, trouble);
    if (trouble) return hand;
    std::string started = text_in(title_->find("start_time"));
    started = started.substr(0, started.find('.'));
    std::string name = name_.empty() ? started : name_;
    if (name.empty()) name = "salasasa";
    hand.id = name + "-" + std::to_string(number);
    hand.prevalent_wind = (current - 1) / kSeats % kSeats;
    read_salasasa_ticks(found, hand, trouble);
    Seats players{};
    for (int player = 0; player < kSeats; ++player) players[seats[player]] = player;
    for (const int player : players) {
        const std::string uid = text_in(title_->find(salasasa_name(player, "uid")));
        const std::string called = text_in(title_->find(salasasa_name(player, "name")));
        hand.players.push_back(called.empty() ? uid : called);
        hand.player_ids.push_back(uid);
        hand.ratings.push_back(rating_in(title_->find(salasasa_name(player, "elo"))));
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
std::optional<Seats> SalasasaMatch::totals_before(int number, int current, Trouble& trouble) const {
    const JsonValue* given = hands_.find(number)->second->find("totals_before");
    if (given != nullptr && !given->is(Kind::Null))
        return points_in(given, "totals_before", trouble);
    const auto end = hands_.find(number);
    if (std::distance(hands_.begin(), end) != current - 1) return std::nullopt;
    Seats totals{};
    for (auto earlier = hands_.begin(); earlier != end; ++earlier) {
        Trouble wrong;
        const JsonValue& found = object_in(earlier->second, "a hand", wrong);
        const Seats seats = salasasa_seats(found, wrong);
        const Seats points = salasasa_points(found, wrong);
        if (wrong) return std::nullopt;
        for (int player = 0; player < kSeats; ++player) totals[player] += points[seats[player]];
    }
    return totals;
}

}  // namespace mj

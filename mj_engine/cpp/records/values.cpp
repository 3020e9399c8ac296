#include "records/values.hpp"

#include <algorithm>
#include <cmath>

namespace mj {

namespace {

constexpr std::size_t kShownValue = 40;
constexpr std::size_t kAbout = 60;
constexpr std::size_t kLongestText = 80;
constexpr std::size_t kMostEntries = 10'000;
constexpr int kMostPoints = 99'999;
constexpr double kMostRating = 1e6;

const JsonValue kNothing{};

// How many bytes the blank at a place of a text has, 0 where there is no blank: Python's blanks,
// Chinese ones among them.
std::size_t blank_at(std::string_view text, std::size_t at) {
    const auto one = static_cast<unsigned char>(text[at]);
    if (one < 0x80U) {
        const bool blank =
            one == ' ' || (one >= 0x9U && one <= 0xDU) || (one >= 0x1CU && one <= 0x1FU);
        return blank ? 1 : 0;
    }
    for (const std::string_view blank :
         {"\u0085", "\u00a0", "\u1680", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"}) {
        if (text.substr(at).starts_with(blank)) return blank.size();
    }
    const bool is_space = text.substr(at).starts_with("\xE2\x80") && at + 2 < text.size() &&
                          static_cast<unsigned char>(text[at + 2]) >= 0x80U &&
                          static_cast<unsigned char>(text[at + 2]) <= 0x8AU;
    return is_space ? 3 : 0;
}

bool is(const JsonValue* value, JsonValue::Kind kind) {
    return value != nullptr && value->kind == kind;
}

}  // namespace

void Trouble::say(std::string_view reason, int at, std::string_view about) {
    if (!text_.empty()) return;
    if (at == 0) at = event_;
    if (at > 0) text_ = "event " + std::to_string(at) + ": ";
    text_.append(reason);
    if (!about.empty()) text_.append(": ").append(first_letters(about, kAbout));
}

int number_in(const JsonValue* value, int least, int most, std::string_view what,
              Trouble& trouble) {
    const bool is_whole = is(value, JsonValue::Kind::Whole) && !value->huge;
    if (is_whole && value->whole >= least && value->whole <= most) {
        return static_cast<int>(value->whole);
    }
    trouble.say(std::string(what) + ": expected " + std::to_string(least) + " to " +
                std::to_string(most) + ", found " +
                shown_value(value == nullptr ? kNothing : *value, kShownValue));
    return least;
}

const JsonValue& list_in(const JsonValue* value, std::string_view what, Trouble& trouble) {
    if (is(value, JsonValue::Kind::List) && value->list.size() <= kMostEntries) return *value;
    trouble.say(std::string(what) + ": expected a list, found " + std::string(type_name(value)));
    return kNothing;
}

const JsonValue& object_in(const JsonValue* value, std::string_view what, Trouble& trouble) {
    if (is(value, JsonValue::Kind::Object)) return *value;
    trouble.say(std::string(what) + ": expected an object, found " + std::string(type_name(value)));
    return kNothing;
}

std::string text_in(const JsonValue* value) {
    if (is(value, JsonValue::Kind::Whole)) {
        if (value->huge || value->whole == INT64_MIN) return {};
        return std::to_string(value->whole);
    }
    if (!is(value, JsonValue::Kind::Text)) return {};
    return std::string(first_letters(one_line(value->text), kLongestText));
}

std::optional<double> rating_in(const JsonValue* value) {
    const bool is_number = is(value, JsonValue::Kind::Whole) || is(value, JsonValue::Kind::Real);
    if (!is_number || !(std::abs(value->real) < kMostRating)) return std::nullopt;
    return value->real;
}

std::array<int, kSeats> points_in(const JsonValue* value, std::string_view what, Trouble& trouble) {
    std::array<int, kSeats> points{};
    const JsonValue& found = list_in(value, what, trouble);
    if (trouble) return points;
    if (found.list.size() != kSeats) {
        trouble.say(std::string(what) + ": expected points of four seats, found " +
                    std::to_string(found.list.size()));
        return points;
    }
    for (int seat = 0; seat < kSeats; ++seat) {
        points[seat] = number_in(&found.list[seat], -kMostPoints, kMostPoints, what, trouble);
    }
    return points;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const auto blank = at == text.size() ? 1 : blank_at(text, at);
        if (blank == 0) {
            ++at;
            continue;
        }
        if (at > begin) words.push_back(text.substr(begin, at - begin));
        begin = at += blank;
    }
    return words;
}

std::string one_line(std::string_view text) {
    std::string line;
    for (const auto word : words_of(text)) {
        if (!line.empty()) line.push_back(' ');
        line.append(word);
    }
    return line;
}

std::string_view type_name(const JsonValue* value) {
    constexpr std::array<std::string_view, 7> kNames{"NoneType", "bool", "int", "float",
                                                     "str",      "list", "dict"};
    return value == nullptr ? kNames[0] : kNames[static_cast<std::size_t>(value->kind)];
}

}  // namespace mj

#include "table/json.hpp"

#include <charconv>

namespace mj {

namespace {

constexpr int kMostDepth = 32;
constexpr std::uint32_t kHighSurrogate = 0xD800;
constexpr std::uint32_t kLowSurrogate = 0xDC00;
constexpr std::uint32_t kAfterSurrogates = 0xE000;

void append_utf8(std::uint32_t code, std::string& into) {
    const auto tail = [&](std::uint32_t shift) {
        into.push_back(static_cast<char>(0x80U | ((code >> shift) & 0x3FU)));
    };
    if (code < 0x80U) {
        into.push_back(static_cast<char>(code));
    } else if (code < 0x800U) {
        into.push_back(static_cast<char>(0xC0U | (code >> 6U)));
        tail(0);
    } else if (code < 0x10000U) {
        into.push_back(static_cast<char>(0xE0U | (code >> 12U)));
        tail(6);
        tail(0);
    } else {
        into.push_back(static_cast<char>(0xF0U | (code >> 18U)));
        tail(12);
        tail(6);
        tail(0);
    }
}

constexpr bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

}  // namespace

void JsonReader::fail(const std::string& what) const {
    throw RecordError(what + " at byte " + std::to_string(place_));
}

void JsonReader::blanks() {
    while (place_ < text_.size() && is_blank(text_[place_])) ++place_;
}

bool JsonReader::at(char first) {
    blanks();
    return place_ < text_.size() && text_[place_] == first;
}

bool JsonReader::take(char letter) {
    const bool found = at(letter);
    place_ += static_cast<std::size_t>(found);
    return found;
}

void JsonReader::expect(char letter) {
    if (!take(letter)) fail(std::string("no JSON of a record: expected ") + letter);
}

bool JsonReader::take_null() {
    if (!at('n') || text_.substr(place_, 4) != "null") return false;
    place_ += 4;
    return true;
}

std::int64_t JsonReader::integer() {
    blanks();
    std::int64_t number = 0;
    const char* first = text_.data() + place_;
    const auto [last, error] = std::from_chars(first, text_.data() + text_.size(), number);
    if (error != std::errc()) fail("expected a whole number");
    place_ += static_cast<std::size_t>(last - first);
    return number;
}

std::string JsonReader::string() {
    expect('"');
    std::string found;
    while (place_ < text_.size() && text_[place_] != '"') {
        const char letter = text_[place_++];
        if (static_cast<unsigned char>(letter) < ' ') fail("a control character in a string");
        if (letter == '\\') {
            escape(found);
        } else {
            found.push_back(letter);
        }
    }
    if (place_ == text_.size()) fail("a string without its end");
    ++place_;
    return found;
}

void JsonReader::escape(std::string& into) {
    if (place_ == text_.size()) fail("a string without its end");
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kLetters = "\"\\/\b\f\n\r\t";
    const char name = text_[place_++];
    if (const auto found = kNames.find(name); found != std::string_view::npos) {
        return into.push_back(kLetters[found]);
    }
    if (name != 'u') fail("no such escape");
    std::uint32_t code = four_digits();
    if (code >= kHighSurrogate && code < kAfterSurrogates) {
        if (code >= kLowSurrogate || text_.substr(place_, 2) != "\\u")
            fail("half a surrogate pair");
        place_ += 2;
        const std::uint32_t low = four_digits();
        if (low < kLowSurrogate || low >= kAfterSurrogates) fail("half a surrogate pair");
        code = 0x10000U + ((code - kHighSurrogate) << 10U) + (low - kLowSurrogate);
    }
    append_utf8(code, into);
}

std::uint32_t JsonReader::four_digits() {
    std::uint32_t code = 0;
    const std::string_view digits = text_.substr(place_, 4);
    const char* last = digits.data() + digits.size();
    const auto found = std::from_chars(digits.data(), last, code, 16);
    if (digits.size() != 4 || found.ptr != last || found.ec != std::errc()) {
        fail("expected four hexadecimal digits");
    }
    place_ += 4;
    return code;
}

void JsonReader::skip() { skip_at(0); }

void JsonReader::skip_at(int depth) {
    if (depth > kMostDepth) fail("lists in lists without end");
    if (at('"')) {
        string();
    } else if (at('{')) {
        object([&](const std::string&) { skip_at(depth + 1); });
    } else if (at('[')) {
        list([&] { skip_at(depth + 1); });
    } else {
        const auto last = text_.find_first_of(",]} \t\r\n", place_);
        if (last == place_ || place_ == text_.size()) fail("expected a value");
        place_ = last == std::string_view::npos ? text_.size() : last;
    }
}

void JsonReader::end() {
    blanks();
    if (place_ != text_.size()) fail("more after the record");
}

void append_json(std::string_view text, std::string& into) {
    constexpr auto kNames = std::string_view("btn\0fr", 6);  // of the control characters 8 to 13
    constexpr std::string_view kDigits = "0123456789abcdef";
    into.push_back('"');
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            into.push_back('\\');
            into.push_back(letter);
        } else if (code >= '\b' && code <= '\r' && code != '\v') {
            into.push_back('\\');
            into.push_back(kNames[code - '\b']);
        } else if (code < ' ') {
            into.append("\\u00").push_back(kDigits[code >> 4U]);
            into.push_back(kDigits[code & 0xFU]);
        } else {
            into.push_back(letter);
        }
    }
    into.push_back('"');
}

}  // namespace mj

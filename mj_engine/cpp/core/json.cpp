#include "core/json.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace mj {

namespace {

constexpr std::size_t kLongestNumber = 32;

void append_letter(char letter, std::string& into) {
    constexpr auto kNames = std::string_view("btn\0fr", 6);  // for the control characters 8 to 13
    constexpr std::string_view kDigits = "0123456789abcdef";
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

}  // namespace

void Json::separate() {
    if (written_.empty()) return;
    const char last = written_.back();
    if (last != '{' && last != '[' && last != ':') written_.push_back(',');
}

Json& Json::plain(std::string_view value) {
    separate();
    written_.append(value);
    return *this;
}

Json& Json::open(char bracket) { return plain({&bracket, 1}); }

Json& Json::close(char bracket) {
    written_.push_back(bracket);
    return *this;
}

Json& Json::key(std::string_view name) {
    text(name);
    written_.push_back(':');
    return *this;
}

Json& Json::text(std::string_view value) {
    separate();
    written_.push_back('"');
    for (const char letter : value) append_letter(letter, written_);
    written_.push_back('"');
    return *this;
}

Json& Json::number(double value) {
    if (!std::isfinite(value)) return null();
    std::array<char, kLongestNumber> digits;
    const auto* const end = std::to_chars(digits.begin(), digits.end(), value).ptr;
    std::string text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    // Keep doubles double: Python would read 3 as an int.
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return plain(text);
}

}  // namespace mj

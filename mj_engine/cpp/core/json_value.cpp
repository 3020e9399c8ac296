#include "core/json_value.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

namespace mj {

namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view kBlanks = " \t\n\r";

void append_utf8(std::uint32_t code, std::string& text) {
    const auto push = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (code < 0x80U) return push(code);
    const auto tail = [&](unsigned shift) { push(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x800U) {
        push(0xC0U | (code >> 6U));
    } else if (code < 0x10000U) {
        push(0xE0U | (code >> 12U));
        tail(6);
    } else {
        push(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
    }
    tail(0);
}

// How many bytes a letter of UTF-8 has by its first one; 0 for a byte that begins none.
std::size_t letter_size(unsigned first) {
    if (first < 0x80U) return 1;
    if (first < 0xC2U || first >= 0xF5U) return 0;
    if (first < 0xE0U) return 2;
    return first < 0xF0U ? 3 : 4;
}

// Whether a letter is written in the one way that there is, and is no half of a pair.
bool is_shortest(unsigned first, unsigned second) {
    if (first == 0xE0U) return second >= 0xA0U;
    if (first == 0xEDU) return second < 0xA0U;
    if (first == 0xF0U) return second >= 0x90U;
    return first != 0xF4U || second < 0x90U;
}

// Whether the bytes are letters in UTF-8.
bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = [&](std::size_t more) -> unsigned {
            return static_cast<unsigned char>(text[at + more]);
        };
        const auto size = letter_size(byte(0));
        if (size == 0 || text.size() - at < size) return false;
        for (std::size_t more = 1; more < size; ++more) {
            if ((byte(more) & 0xC0U) != 0x80U) return false;
        }
        if (size > 1 && !is_shortest(byte(0), byte(1))) return false;
        at += size;
    }
    return true;
}

// Of a name that comes twice the last value stays, at the first place.
void keep_last(std::vector<JsonMember>& members) {
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t at) {
        return std::pair(std::string_view(members[at].first), at);
    });
    std::vector<bool> dropped(members.size());
    bool any = false;
    for (std::size_t place = 1; place < order.size(); ++place) {
        auto& before = members[order[place - 1]];
        auto& one = members[order[place]];
        if (before.first != one.first) continue;
        before.second = std::move(one.second);
        dropped[order[place]] = any = true;
        order[place] = order[place - 1];
    }
    if (!any) return;
    std::size_t kept = 0;
    for (std::size_t place = 0; place < members.size(); ++place) {
        if (dropped[place]) continue;
        if (kept != place) members[kept] = std::move(members[place]);
        ++kept;
    }
    members.resize(kept);
}

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Expected<JsonValue> run() {
        JsonValue value;
        skip_blanks();
        parse(value, 0);
        skip_blanks();
        if (fault_.empty() && at_ < text_.size()) wrong("Extra data", at_);
        if (!fault_.empty()) return Fault{fault_};
        return value;
    }

  private:
    // Says false, so that whoever finds something wrong ends with it.
    bool wrong(std::string_view what, std::size_t at) {
        const std::string_view before = text_.substr(0, at);
        const auto line = before.rfind('\n');
        const auto column = before.substr(line == std::string_view::npos ? 0 : line + 1);
        return plainly(std::string(what) + ": line " +
                       std::to_string(std::ranges::count(before, '\n') + 1) + " column " +
                       std::to_string(letters_in(column) + 1) + " (char " +
                       std::to_string(letters_in(before)) + ")");
    }

    bool plainly(std::string what) {
        if (fault_.empty()) fault_ = std::move(what);
        return false;
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }

    [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool counted() {
        if (++values_ < kMostJsonValues) return true;
        return plainly("over " + std::to_string(kMostJsonValues) +
                       " values, too many for a record");
    }

    bool word(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    bool parse(JsonValue& value, int depth) {  // NOLINT(misc-no-recursion): 64 deep at most
        for (const std::string_view name : {"NaN", "Infinity", "-Infinity"}) {
            if (word(name)) return plainly(std::string(name) + " is no JSON");
        }
        const char first = next();
        if (first == '{' || first == '[') {
            if (depth == kMostJsonDepth) {
                return plainly("nested deeper than " + std::to_string(kMostJsonDepth));
            }
            ++at_;
            return counted() && (first == '{' ? members(value, depth) : entries(value, depth));
        }
        if (first == '"') {
            value.kind = Kind::Text;
            return string(value.text);
        }
        if (word("null")) return true;
        if (word("true") || word("false")) {
            value.kind = Kind::Truth;
            value.truth = text_[at_ - 2] == 'u';
            return true;
        }
        return number(value) || wrong("Expecting value", at_);
    }

    bool entries(JsonValue& value, int depth) {  // NOLINT(misc-no-recursion)
        value.kind = Kind::List;
        skip_blanks();
        if (next() == ']') return ++at_, true;
        while (true) {
            value.list.emplace_back();
            if (!parse(value.list.back(), depth + 1)) return false;
            skip_blanks();
            if (next() == ']') return ++at_, true;
            if (next() != ',') return wrong("Expecting ',' delimiter", at_);
            ++at_;
            if (!counted()) return false;
            skip_blanks();
        }
    }

    bool members(JsonValue& value, int depth) {  // NOLINT(misc-no-recursion)
        value.kind = Kind::Object;
        skip_blanks();
        if (next() == '}') return ++at_, true;
        while (true) {
            if (next() != '"') {
                return wrong("Expecting property name enclosed in double quotes", at_);
            }
            auto& [name, inner] = value.members.emplace_back();
            if (!string(name)) return false;
            skip_blanks();
            if (next() != ':') return wrong("Expecting ':' delimiter", at_);
            ++at_;
            skip_blanks();
            if (!parse(inner, depth + 1)) return false;
            skip_blanks();
            if (next() == '}') break;
            if (next() != ',') return wrong("Expecting ',' delimiter", at_);
            ++at_;
            if (!counted()) return false;
            skip_blanks();
        }
        ++at_;
        keep_last(value.members);
        return true;
    }

    [[nodiscard]] std::optional<std::uint32_t> four_digits(std::size_t at) const {
        std::uint32_t code = 0;
        const std::string_view digits = text_.substr(std::min(at, text_.size()), 4);
        const auto* const end = digits.data() + digits.size();
        const auto [past, error] = std::from_chars(digits.data(), end, code, 16);
        if (digits.size() < 4 || error != std::errc() || past != end) return std::nullopt;
        return code;
    }

    bool escaped(std::size_t backslash, std::string& into) {
        constexpr std::string_view kNames = "\"\\/bfnrt";
        constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
        const auto named = kNames.find(next());
        if (at_ < text_.size() && named != std::string_view::npos) {
            into.push_back(kMeant[named]);
            return ++at_, true;
        }
        if (next() != 'u') return wrong("Invalid \\escape", backslash);
        auto code = four_digits(at_ + 1);
        if (!code) return wrong("Invalid \\uXXXX escape", at_);
        at_ += 5;
        if ((*code & 0xFC00U) == 0xD800U && text_.substr(at_).starts_with("\\u")) {
            const auto low = four_digits(at_ + 2);
            if (low && (*low & 0xFC00U) == 0xDC00U) {
                code = 0x10000U + ((*code & 0x3FFU) << 10U) + (*low & 0x3FFU);
                at_ += 6;
            }
        }
        if ((*code & 0xFFFFF800U) == 0xD800U) {
            return plainly("a text with half of a surrogate pair");
        }
        append_utf8(*code, into);
        return true;
    }

    bool string(std::string& into) {
        const std::size_t begin = at_++;
        while (at_ < text_.size()) {
            const char letter = text_[at_];
            if (letter == '"') return ++at_, true;
            if (static_cast<unsigned char>(letter) < ' ') {
                return wrong("Invalid control character at", at_);
            }
            ++at_;
            if (letter != '\\') {
                into.push_back(letter);
            } else if (at_ == text_.size() || !escaped(at_ - 1, into)) {
                return at_ == text_.size() ? wrong("Unterminated string starting at", begin)
                                           : false;
            }
        }
        return wrong("Unterminated string starting at", begin);
    }

    [[nodiscard]] std::size_t digits_from(std::size_t at) const {
        return std::min(text_.find_first_not_of("0123456789", at), text_.size());
    }

    bool number(JsonValue& value) {
        std::size_t end = at_ + (next() == '-' ? 1 : 0);
        const std::size_t whole = end;
        end = digits_from(end);
        if (end == whole) return false;
        if (text_[whole] == '0') end = whole + 1;
        bool is_real = false;
        if (end < text_.size() && text_[end] == '.' && digits_from(end + 1) > end + 1) {
            end = digits_from(end + 1);
            is_real = true;
        }
        if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
            const bool has_sign =
                end + 1 < text_.size() && (text_[end + 1] == '-' || text_[end + 1] == '+');
            const std::size_t power = end + (has_sign ? 2 : 1);
            if (digits_from(power) > power) {
                end = digits_from(power);
                is_real = true;
            }
        }
        value.kind = is_real ? Kind::Real : Kind::Whole;
        value.text = text_.substr(at_, end - at_);
        at_ = end;
        value.real = std::strtod(value.text.c_str(), nullptr);
        const char* const past = value.text.data() + value.text.size();
        value.huge =
            !is_real && std::from_chars(value.text.data(), past, value.whole).ec != std::errc();
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int values_ = 0;
    std::string fault_;
};

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
    const auto found = std::ranges::find(
        members, name, [](const JsonMember& one) { return std::string_view(one.first); });
    return found == members.end() ? nullptr : &found->second;
}

Expected<JsonValue> json_value_of(std::string_view text) {
    if (!is_utf8(text)) return Fault{"no UTF-8"};
    return Parser(text).run();
}

JsonValue text_value(std::string_view text) {
    JsonValue value;
    value.kind = Kind::Text;
    value.text = text;
    return value;
}

JsonValue number_value(std::int64_t number) {
    JsonValue value;
    value.kind = Kind::Whole;
    value.whole = number;
    value.real = static_cast<double>(number);
    value.text = std::to_string(number);
    return value;
}

std::string_view first_letters(std::string_view text, std::size_t most) {
    std::size_t at = 0;
    for (std::size_t letters = 0; at < text.size(); ++at) {
        if (begins_letter(text[at]) && letters++ == most) break;
    }
    return text.substr(0, at);
}

std::size_t letters_in(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_letter));
}

}  // namespace mj

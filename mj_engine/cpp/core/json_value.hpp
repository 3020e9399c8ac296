// JsonValue: a text of JSON as values; `Json` writes the other way.
// Its twin: mj_lab/records/json_value.py.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"

namespace mj {

// Of a text: more would take memory that no record needs.
inline constexpr int kMostJsonValues = 100'000;
inline constexpr int kMostJsonDepth = 64;

struct JsonMember;

struct JsonValue {
    enum class Kind : std::uint8_t { Null, Truth, Whole, Real, Text, List, Object };

    Kind kind = Kind::Null;
    bool truth = false;               // of Truth
    bool huge = false;                // a Whole that no 64 bits hold; `whole` is 0
    std::int64_t whole = 0;           // of Whole
    double real = 0;                  // of Whole and Real
    std::string text;                 // of Text; of numbers as they were written
    std::vector<JsonValue> list;      // of List
    std::vector<JsonMember> members;  // of Object; of a name that comes twice the last value

    [[nodiscard]] bool is(Kind one) const { return kind == one; }
    // The member of this name; nullptr if there is none, or this is no object.
    [[nodiscard]] const JsonValue* find(std::string_view name) const;
};

struct JsonMember {
    std::string first;  // the name
    JsonValue second;
};

// The value of a text in UTF-8. Says what is wrong in one line, with the place.
Expected<JsonValue> json_value_of(std::string_view text);

// A text and a whole number as values.
JsonValue text_value(std::string_view text);
JsonValue number_value(std::int64_t number);

// A value as Python's repr has it, its first `most` letters: for what is said of wrong ones.
std::string shown_value(const JsonValue& value, std::size_t most);

// The first letters of a text in UTF-8; how many it has.
std::string_view first_letters(std::string_view text, std::size_t most);
std::size_t letters_in(std::string_view text);

}  // namespace mj

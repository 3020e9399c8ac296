// Values: what stands in a record, looked at before it is used; the first thing wrong is kept.
// Its twin: mj_lab/records/formats/people/values.py.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/json_value.hpp"
#include "core/tile.hpp"

namespace mj {

// The first thing that is wrong with a record; look at it before what was read is used.
class Trouble {
  public:
    // at: the number of the event, 0 for none. about: what it is about, of which 60 letters stay.
    void say(std::string_view reason, int at = 0, std::string_view about = {});

    [[nodiscard]] explicit operator bool() const { return !text_.empty(); }
    [[nodiscard]] const std::string& text() const { return text_; }

    // What is said without an event from now on is of this one.
    void set_event(int number) { event_ = number; }

  private:
    std::string text_;
    int event_ = 0;
};

// A whole number of that range; `least` if it is not one. A value that is missing is a nullptr.
int number_in(const JsonValue* value, int least, int most, std::string_view what, Trouble& trouble);

// A list, not too long, or an object; an empty one if it is neither.
const JsonValue& list_in(const JsonValue* value, std::string_view what, Trouble& trouble);
const JsonValue& object_in(const JsonValue* value, std::string_view what, Trouble& trouble);

// A name or an id as one short line; nothing for what is neither.
std::string text_in(const JsonValue* value);

// A player's rating, if the record has one.
std::optional<double> rating_in(const JsonValue* value);

// The points of four seats.
std::array<int, kSeats> points_in(const JsonValue* value, std::string_view what, Trouble& trouble);

// A text without blanks at its ends and with one between its words; its words.
std::string one_line(std::string_view text);
std::vector<std::string_view> words_of(std::string_view text);

// What Python calls the type of a value, for what is said of wrong ones.
std::string_view type_name(const JsonValue* value);

}  // namespace mj

// Json: writes compact JSON; commas are added automatically.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace mj {

class Json {
  public:
    // An object or a list: `open` with its first bracket, `close` with its last.
    Json& open(char bracket);
    Json& close(char bracket);

    // A member's name; its value comes next.
    Json& key(std::string_view name);

    // Non-ASCII letters are kept. Infinite numbers and NaN become null; a whole double ends in .0,
    // as in Python.
    Json& text(std::string_view value);
    Json& number(std::integral auto value) { return plain(std::to_string(value)); }
    Json& number(double value);
    Json& truth(bool value) { return plain(value ? "true" : "false"); }
    Json& null() { return plain("null"); }
    Json& json(std::string_view value) { return plain(value); }  // appends JSON text as it is

    // A list; `entry(one)` writes each element.
    template <typename Values, typename Entry>
    Json& list(const Values& values, const Entry& entry) {
        open('[');
        for (const auto& one : values) entry(one);
        return close(']');
    }

    [[nodiscard]] std::string take() { return std::move(written_); }

  private:
    Json& plain(std::string_view value);
    void separate();

    std::string written_;
};

}  // namespace mj

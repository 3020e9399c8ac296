// Json: a text of JSON as it grows, without blanks; commas come by themselves.
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

    // The name of a member, whose value comes next.
    Json& key(std::string_view name);

    // Other letters than ASCII stay as they are; what is no finite number becomes null, and a
    // double without a fraction ends in .0, as Python writes it.
    Json& text(std::string_view value);
    Json& number(std::integral auto value) { return plain(std::to_string(value)); }
    Json& number(double value);
    Json& truth(bool value) { return plain(value ? "true" : "false"); }
    Json& null() { return plain("null"); }
    Json& json(std::string_view value) { return plain(value); }  // what is JSON already

    // A list of what `entry(one)` writes for each.
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

// JSON values as Python shows them.
#include "core/json_value.hpp"

namespace mj {

namespace {

using Kind = JsonValue::Kind;

void append_text(std::string_view text, std::string& into) {
    // As Python has it: in single quotes unless there are some and no double ones.
    const bool has_single = text.find('\'') != std::string_view::npos;
    const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
    into.push_back(quote);
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        auto code = static_cast<unsigned char>(letter);
        // Control characters behind the first 160 too.
        const bool is_second = code == 0xC2U && static_cast<unsigned char>(text[at + 1]) <= 0xA0U;
        if (letter == '\n' || letter == '\r' || letter == '\t') {
            constexpr std::string_view kNames("tn..r");
            into.append("\\").push_back(kNames[static_cast<std::size_t>(letter - '\t')]);
        } else if (code < ' ' || code == 0x7FU || is_second) {
            if (is_second) code = static_cast<unsigned char>(text[++at]);
            into.append("\\x").push_back(kDigits[code >> 4U]);
            into.push_back(kDigits[code & 0xFU]);
        } else {
            if (letter == '\\' || letter == quote) into.push_back('\\');
            into.push_back(letter);
        }
    }
    into.push_back(quote);
}

void append_value(const JsonValue& value, std::size_t most,
                  std::string& into) {   // NOLINT(misc-no-recursion)
    if (into.size() > 4 * most) return;  // Nobody is shown more.
    switch (value.kind) {
        case Kind::Null: into.append("None"); return;
        case Kind::Truth: into.append(value.truth ? "True" : "False"); return;
        case Kind::Text: return append_text(value.text, into);
        case Kind::Whole:
        case Kind::Real: into.append(value.text == "-0" ? "0" : value.text); return;
        case Kind::List: into.push_back('['); break;
        case Kind::Object: into.push_back('{'); break;
    }
    bool first = true;
    const auto part = [&] {
        if (!first) into.append(", ");
        first = false;
    };
    for (const auto& one : value.list) {
        if (into.size() > 4 * most) return;
        part();
        append_value(one, most, into);
    }
    for (const auto& [name, inner] : value.members) {
        if (into.size() > 4 * most) return;
        part();
        append_text(name, into);
        into.append(": ");
        append_value(inner, most, into);
    }
    into.push_back(value.kind == Kind::List ? ']' : '}');
}

}  // namespace

std::string shown_value(const JsonValue& value, std::size_t most) {
    std::string shown;
    append_value(value, most, shown);
    return std::string(first_letters(shown, most));
}

}  // namespace mj

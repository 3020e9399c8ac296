#include "table/answer.hpp"

#include <algorithm>

namespace mj {

namespace {

constexpr std::array<std::string_view, 10> kVerdictWords{"",   "HU",  "HUANG", "WA",  "WH",
                                                         "RE", "TLE", "MLE",   "OLE", "NJ"};

int words_in(std::string_view text) {
    int words = 0;
    bool inside = false;
    for (const char letter : text) {
        const bool blank = letter == ' ' || (letter >= '\t' && letter <= '\r');
        words += static_cast<int>(!blank && !inside);
        inside = !blank;
    }
    return words;
}

}  // namespace

std::string_view word_of(Verdict verdict) {
    return kVerdictWords[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(std::string_view word) {
    const auto* found = std::ranges::find(kVerdictWords, word);
    return found == kVerdictWords.end() ? Verdict::None
                                        : static_cast<Verdict>(found - kVerdictWords.begin());
}

Answer::Answer(std::string_view text) {
    const auto parsed = parse_action(text);
    if (parsed) {
        action = *parsed;
    } else {
        form = words_in(text) == 3 ? Form::MalformedOfThree : Form::Malformed;
    }
}

}  // namespace mj

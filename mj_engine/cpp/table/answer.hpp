// Answers: what a seat sent, valid or not.
#pragma once

#include <string_view>

#include "core/action.hpp"

namespace mj {

// How a game ended, or the platform's verdict on a program without a valid answer.
enum class Verdict : std::uint8_t { None, Hu, Huang, Wa, Wh, Re, Tle, Mle, Ole, Nj };

// A verdict's word on the wire and in records; the verdict of a word, None if there is none.
std::string_view word_of(Verdict verdict);
Verdict verdict_of(std::string_view word);

// Whether the platform gives this verdict, on a program without an answer.
constexpr bool is_platforms(Verdict verdict) { return verdict >= Verdict::Re; }

// After a discard the judge sorts answers by their number of words, so for malformed ones we keep
// whether there were three.
enum class Form : std::uint8_t { Good, Malformed, MalformedOfThree, Missing };

struct Answer {
    Action action;
    Form form = Form::Good;
    Verdict verdict = Verdict::None;  // the reason if it is Missing

    constexpr Answer() = default;
    explicit(false) constexpr Answer(const Action& given) : action(given) {}
    explicit constexpr Answer(Verdict given) : form(Form::Missing), verdict(given) {}
    explicit Answer(std::string_view text);

    [[nodiscard]] constexpr bool is(ActionKind kind) const {
        return form == Form::Good && action.kind == kind;
    }
    // Whether the judge treats it as a chow, in its second round of claims.
    [[nodiscard]] constexpr bool has_three_words() const {
        return is(ActionKind::Chi) || form == Form::MalformedOfThree;
    }
};

}  // namespace mj

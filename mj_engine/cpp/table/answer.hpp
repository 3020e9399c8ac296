// Answers: what a seat sent, whether it is an answer of the protocol or not.
#pragma once

#include <string_view>

#include "core/action.hpp"

namespace mj {

// How a game ended, or what a program earned that did not answer as it should.
enum class Verdict : std::uint8_t { None, Hu, Huang, Wa, Wh, Re, Tle, Mle, Ole, Nj };

// The word on the wire and in records; the verdict of a word, None if there is none.
std::string_view word_of(Verdict verdict);
Verdict verdict_of(std::string_view word);

// Whether it is the platform's, of a program that gave no answer at all.
constexpr bool is_platforms(Verdict verdict) { return verdict >= Verdict::Re; }

// The judge looks at answers after a discard by the number of their words, so what is malformed
// keeps that much of itself.
enum class Form : std::uint8_t { Good, Malformed, MalformedOfThree, Missing };

struct Answer {
    Action action;
    Form form = Form::Good;
    Verdict verdict = Verdict::None;  // why it is Missing

    constexpr Answer() = default;
    explicit(false) constexpr Answer(const Action& given) : action(given) {}
    explicit constexpr Answer(Verdict given) : form(Form::Missing), verdict(given) {}
    explicit Answer(std::string_view text);

    [[nodiscard]] constexpr bool is(ActionKind kind) const {
        return form == Form::Good && action.kind == kind;
    }
    // Whether the judge takes it for a chow, in the second round of looking at claims.
    [[nodiscard]] constexpr bool has_three_words() const {
        return is(ActionKind::Chi) || form == Form::MalformedOfThree;
    }
};

}  // namespace mj

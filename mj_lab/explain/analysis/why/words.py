"""Puts the facts of a reason into words, in both languages: text for terminals, parts for pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mj_bot.tiles import tile_of
from mj_lab.core.text.labels import fan_label
from mj_lab.core.text.notation import Notation, tiles_text
from mj_lab.explain.analysis.why.sentences import AGAINST, BETWEEN, NO_DIFFERENCE, SENTENCES

Fact = dict[str, Any]
# A piece of a sentence: text, {"tiles": [codes]} to be drawn, or {"fan": its Chinese name}.
SentencePart = str | dict[str, Any]

FACT_KINDS = tuple(SENTENCES)
_FIGURE = re.compile(r"\{([^}]*)\}")
# Figures that are parts of their own.
_PARTS = ("tiles", "fan")


def sentence(facts: Sequence[Fact]) -> dict[str, Any]:
    """The facts as one sentence: `english` and `chinese` as text, `parts` of both for pages.

    parts: by "en" and "zh"; each text, {"tiles": [codes]}, or {"fan": the Chinese name}.
    """
    fact_parts = [_parts_of(fact) for fact in facts] or [tuple([part] for part in NO_DIFFERENCE)]
    parts = {
        key: _joined([both[index] for both in fact_parts], BETWEEN[index])
        for index, key in enumerate(("en", "zh"))
    }
    english, chinese = (_text(parts[key], key == "zh") for key in ("en", "zh"))
    return {"parts": parts, "english": english, "chinese": chinese}


def _joined(facts: Sequence[list[SentencePart]], between: str) -> list[SentencePart]:
    """The parts of all facts in a row; adjacent texts are merged."""
    parts: list[SentencePart] = []
    for index, fact in enumerate(facts):
        for part in ([between] if index else []) + fact:
            last = parts[-1] if parts else None
            if isinstance(part, str) and isinstance(last, str):
                parts[-1] = last + part
            else:
                parts.append(part)
    return parts


def _text(parts: Sequence[SentencePart], in_chinese: bool) -> str:
    return "".join(part if isinstance(part, str) else _named(part, in_chinese) for part in parts)


def _named(part: Mapping[str, Any], in_chinese: bool) -> str:
    if "tiles" in part:
        notation = Notation.CHINESE if in_chinese else Notation.LETTERS
        return tiles_text([tile_of(code) for code in part["tiles"]], notation).replace(
            " ", "" if in_chinese else " "
        )
    chinese, english = fan_label(part["fan"])
    return chinese if in_chinese or chinese == english else f"{english} {chinese}"


def _parts_of(fact: Fact) -> tuple[list[SentencePart], ...]:
    """The sentence of a fact in parts, English and Chinese."""
    _, *forms = next(form for form in SENTENCES[fact["kind"]] if _holds(form[0], fact))
    before = AGAINST if fact.get("against") else ("", "")
    return tuple(
        [word, *_filled(form, fact)] if word else _filled(form, fact)
        for word, form in zip(before, forms, strict=True)
    )


def _holds(conditions: Mapping[str, Any], fact: Fact) -> bool:
    return all(
        _figure(fact, field) == _wanted(fact, expected) for field, expected in conditions.items()
    )


def _wanted(fact: Fact, value: Any) -> Any:
    is_other = isinstance(value, str) and value.startswith("=")
    return fact[value[1:]] if is_other else value


def _filled(form: str, fact: Fact) -> list[SentencePart]:
    """A template with its fields replaced by the fact's figures."""
    parts: list[SentencePart] = []
    for index, piece in enumerate(_FIGURE.split(form)):
        name = piece.partition(":")[2]
        if index % 2 == 0:
            part: SentencePart = piece
        elif name in _PARTS:
            part = {name: _figure(fact, piece)}
        else:
            part = str(_figure(fact, piece))
        if part != "":
            parts.append(part)
    return parts


def _figure(fact: Fact, field: str) -> Any:
    """A field of a fact; text if the field has a format."""
    name, _, form = field.partition(":")
    name, _, index = name.partition(".")
    value: Any = fact.get(name)
    if index:
        value = value[int(index)] if value is not None else None
    if form in ("", *_PARTS):
        return value
    if form == "%":
        return f"{100 * value:.1f}%"
    return f"{abs(value):.1f}" if form == "abs" else f"{value:.{form}f}"

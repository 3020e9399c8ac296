"""The file of a person's own deck: lines of JSON, each a question with when it comes again.

A line is a question's (`question_line`) and its `card`: repetitions, easiness, interval, due. A
file of `mj quiz make -o` is a deck without cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from mj_lab.core.records.json_value import parse_json
from mj_lab.explain.quiz.question import QuizQuestion, question_line, question_of_record
from mj_lab.explain.quiz.schedule import LEAST_EASINESS, Card

_LONGEST_FAULT = 160
# No count of days or answers is larger.
_MOST = 10_000_000


class ReadDeck(NamedTuple):
    """The questions in a file, each with its card, None without one; and the damaged lines.

    damaged: how many lines are no question. fault: what is wrong with the first.
    """

    found: list[tuple[QuizQuestion, Card | None]]
    damaged: int
    fault: str

    def faults(self) -> dict[str, Any]:
        """The damage, for a page."""
        return {"damaged": self.damaged, "fault": self.fault}


def deck_line(question: QuizQuestion, card: Card | None) -> str:
    """A question of the deck as a line of JSON."""
    text = question_line(question)
    return text if card is None else f'{text[:-1]},"card":{json.dumps(card)}}}'


def read_deck(lines: Iterable[str]) -> ReadDeck:
    """Read the lines of a file; those that are no question are counted and left out."""
    found: list[tuple[QuizQuestion, Card | None]] = []
    damaged, fault = 0, ""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(_question_in(line))
        except ValueError as error:
            damaged += 1
            fault = fault or f"line {number}: {' '.join(str(error).split())}"[:_LONGEST_FAULT]
    return ReadDeck(found, damaged, fault)


def _question_in(line: str) -> tuple[QuizQuestion, Card | None]:
    record = parse_json(line.encode("utf-8", "replace"))
    if not isinstance(record, dict):
        raise ValueError(f"no question: {type(record).__name__}")
    card = record.pop("card", None)
    return question_of_record(record), None if card is None else _card_of(card)


def _card_of(figures: Any) -> Card:
    if isinstance(figures, list) and len(figures) == len(Card._fields):
        card = Card(*figures)
        counts = (card.repetitions, card.interval, card.due)
        if all(type(count) is int and 0 <= count <= _MOST for count in counts) and (
            isinstance(card.easiness, (int, float)) and LEAST_EASINESS <= card.easiness <= _MOST
        ):
            return card
    raise ValueError("card: expected four numbers")

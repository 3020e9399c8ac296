"""When a question is asked again: the SM-2 algorithm, with grades from the points lost.

P. A. Wozniak, Optimization of learning (1990), chapter 3.2: the first interval is one day, the
second six, each later one the last times the item's easiness, rounded up; a quality under 3 starts
over, one under 4 is asked again in the same session until it is better.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from mj_lab.explain.analysis.losses import BLUNDER, MISTAKE, SLIGHT
from mj_lab.explain.quiz.question import QuizAnswer, QuizQuestion

FIRST_EASINESS = 2.5
LEAST_EASINESS = 1.3
FIRST_INTERVALS = (1, 6)
# An answer counts as known from KNOWN on, and is not repeated at once from SURE on.
KNOWN = 3
SURE = 4

BEST_QUALITY = 5
# The quality of an answer by the grade of its loss; without one it is the best.
QUALITIES = {SLIGHT: 3, MISTAKE: 2, BLUNDER: 1}
_MISCOUNTED = 1


class Card(NamedTuple):
    """How well a question is known. interval: days before it is asked again, on day `due`.

    repetitions: right answers in a row on different days. due: a day (`date.toordinal`).
    """

    repetitions: int = 0
    easiness: float = FIRST_EASINESS
    interval: int = 0
    due: int = 0


def quality_of(question: QuizQuestion, answer: QuizAnswer) -> int:
    """The quality of an answer, 0-5 as in SM-2."""
    if question.kind == "fan" and answer.action != question.best.action:
        return _MISCOUNTED
    return BEST_QUALITY if answer.grade is None else QUALITIES[answer.grade]


def is_right(question: QuizQuestion, answer: QuizAnswer) -> bool:
    """Whether an answer is right: the best, or as good (no grade); for fan, the number."""
    return quality_of(question, answer) == BEST_QUALITY


def asked_again(quality: int) -> bool:
    """Whether a question is asked again in the same session."""
    return quality < SURE


def reviewed(card: Card, quality: int, today: int) -> Card:
    """The card after an answer of this quality (0-5) on that day.

    A card that is not due does not change: repeating on the same day is not remembering.

    >>> reviewed(Card(), 5, 100)
    Card(repetitions=1, easiness=2.6, interval=1, due=101)
    >>> reviewed(Card(2, 2.5, 6, 100), 4, 100).interval, reviewed(Card(2, 2.5, 6, 100), 2, 100)
    (15, Card(repetitions=0, easiness=2.5, interval=1, due=101))
    """
    if card.due > today:
        return card
    if quality < KNOWN:
        return Card(0, card.easiness, FIRST_INTERVALS[0], today + FIRST_INTERVALS[0])
    short = BEST_QUALITY - quality
    easiness = round(max(LEAST_EASINESS, card.easiness + 0.1 - short * (0.08 + short * 0.02)), 4)
    if card.repetitions < len(FIRST_INTERVALS):
        interval = FIRST_INTERVALS[card.repetitions]
    else:
        interval = ceil(round(card.interval * easiness, 4))
    return Card(card.repetitions + 1, easiness, interval, today + interval)

"""The replay of a question's game, and the question's place in it."""

from __future__ import annotations

from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match
from mj_lab.explain.quiz.question import QuizQuestion


def game_of(question: QuizQuestion) -> Match | SeatRecord:
    """A question's game, or its seat's view up to the question.

    Raises ValueError if nothing of the game is known.
    """
    if question.moment is not None:
        return question.moment.match(question.game_name)
    if not question.requests:
        raise ValueError("nothing is known of the game of this hand")
    return question.record()


def place_of(question: QuizQuestion) -> dict[str, int] | None:
    """Which `seat` is asked, at which `turn` of its game; None if there is no replay."""
    if question.moment is not None:
        return {"seat": question.moment.seat, "turn": question.moment.turn}
    if question.requests:
        record = question.record()
        return {"seat": record.seat, "turn": len(record.requests) - 1}
    return None

"""The replay of a question's game, and the place of the question in it."""

from __future__ import annotations

from mj_lab.quiz.question import QuizQuestion
from mj_lab.records.formats.seat_record import SeatRecord
from mj_lab.records.match import Match
from mj_lab.replay.frames import frames_of
from mj_lab.replay.seat_frames import frames_of_seat


def game_of(question: QuizQuestion) -> Match | SeatRecord:
    """A question's game, or its seat's view of it until then.

    Raises ValueError if nothing of the game is known.
    """
    if question.moment is not None:
        return question.moment.match(question.game_name)
    if not question.requests:
        raise ValueError("nothing is known of the game of this hand")
    return question.record()


def place_of(question: QuizQuestion) -> dict[str, int] | None:
    """Which `seat` is asked, and at which `step` of the replay; None if there is no replay.

    Raises ValueError if it is not a game.
    """
    if question.moment is not None:
        seat, turn = question.moment.seat, question.moment.turn
        frames = frames_of(question.moment.match())
    elif question.requests:
        record = question.record()
        seat, turn, frames = record.seat, len(record.requests) - 1, frames_of_seat(record)
    else:
        return None
    steps = (place for place, frame in enumerate(frames) if frame["turn"] >= turn)
    return {"seat": seat, "step": next(steps, len(frames) - 1)}

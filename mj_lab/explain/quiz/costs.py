"""What an answer to a question costs: played on many times beside the best, in the same worlds."""

from __future__ import annotations

from math import fsum, sqrt
from typing import NamedTuple

from mj_engine import Game
from mj_engine.learned import Against
from mj_lab.explain.analysis.losses import loss_scale, native_scale
from mj_lab.explain.quiz.question import QuizQuestion

# A cost is shown once it is larger than this many standard errors (as for a key, `proving`).
CLEAR_ERRORS = 2.0
_DIGITS = 2


class Cost(NamedTuple):
    """Points that the best answer gains over another, the mean of `worlds` continuations.

    error: the standard error. clear: whether they show a difference.
    """

    worlds: int
    points: float
    error: float
    clear: bool


class Costs:
    """The costs of answers that were asked for; each further hundred worlds takes seconds."""

    _MOST = 200

    def __init__(self) -> None:
        self._rounds: dict[tuple[str, str], dict[int, tuple[int, float, float]]] = {}

    def beyond(self, question: QuizQuestion, action: str, worlds: int) -> Cost:
        """The cost of an answer by more worlds than that many: what is known, or a round more.

        Raises ValueError, one line, if the game is not known, or the best answer is no better by
        the tactic's own figures.
        """
        rounds = self._rounds.setdefault((question.id, action), {})
        while sum(found[0] for found in rounds.values()) <= worlds:
            number = len(rounds)
            rounds.setdefault(number, played_round(question, action, number))
        while len(self._rounds) > self._MOST:
            self._rounds.pop(next(iter(self._rounds)))
        return _sum_of(list(rounds.values()))


def played_round(question: QuizQuestion, action: str, number: int) -> tuple[int, float, float]:
    """The worlds of a round, the points that an answer lost in it and their standard error.

    The worlds are sampled from what the seat knew; they follow from question and number. `learned`
    plays all seats (`mj_engine.learned.Against`). Raises ValueError as `Costs.beyond` does.
    """
    moment = question.moment
    if moment is None:
        raise ValueError("this game cannot be played on: not all of it is known")
    match, turn = moment.match(), moment.turn
    game = Game(match.wall, match.quan, match.common_wall)
    for before in range(turn):
        game.submit(match.replies(before))
    replies = match.replies(turn)
    replies[moment.seat] = action
    game.submit(replies)
    name = f"{question.id}/{number}"
    against = Against(game, moment.seat, turn, losses=native_scale(loss_scale()), name=name)
    while not against.is_over:
        against.go_on()
    found = against.found
    if not found.differ:
        raise ValueError("this answer is as good by the estimate already")
    return found.worlds, -found.points, found.error


def _sum_of(rounds: list[tuple[int, float, float]]) -> Cost:
    points = fsum(found[1] for found in rounds) / len(rounds)
    error = sqrt(fsum(found[2] ** 2 for found in rounds)) / len(rounds)
    return Cost(
        sum(found[0] for found in rounds),
        round(points, _DIGITS),
        round(error, _DIGITS),
        abs(points) > CLEAR_ERRORS * error,
    )

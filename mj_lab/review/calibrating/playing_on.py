"""Play-outs of decisions: the true loss of the given answer against a tactic's choice.

Both actions are played to the end at the fast table, many times. Each time the tiles that the seat
could not see are dealt anew, the same for both, and one policy plays all four seats.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from mj_lab.extras import engine_line
from mj_lab.records.match import Match
from mj_lab.review.reviewing import GameReview, Reviewed
from mj_lab.storage.line_log import LineLog

# Bands of predicted losses, in points; each has the same share of the decisions drawn.
BANDS = (2.0, 4.0, 8.0)

_DIGITS = 4
# The key of a decision that was played on; `match_digest` separates matches of one name.
_KEY = ("match", "digest", "seat", "turn", "best", "played", "times", "policy")


class Question(NamedTuple):
    """A decision to play on: its match and seat, and its review."""

    match: Match
    seat: int
    decision: Reviewed

    @property
    def digest(self) -> str:
        """A hash of its key, for drawing at random."""
        return f"{match_digest(self.match)} {self.seat} {self.decision.turn}"


class PlayedOn(NamedTuple):
    """A decision that was played on.

    loss: points that the best action brought more than the one played, the mean of `times` worlds.
    error: its standard error.
    """

    question: Question
    loss: float
    error: float


def match_digest(match: Match) -> int:
    """A hash of a match's wall and name."""
    return crc32(bytes(match.wall) + match.id.encode())


def questions_of(match: Match, review: GameReview, least: float, most: float) -> Iterator[Question]:
    """The decisions of a match whose answer has a predicted loss of `least` to `most` points."""
    for seat in review.seats:
        for one in seat.decisions:
            if one.loss.kind is not None and least <= one.loss.predicted <= most:
                yield Question(match, seat.seat, one)


def drawn_at_random(questions: Iterable[Question], count: int, seed: int) -> list[Question]:
    """Draw `count` of them, from each band of predicted losses up to its share.

    Small losses are the most frequent, but large ones say most about a slope. Further questions
    change the draw as little as possible.
    """
    by_lot = sorted(questions, key=lambda one: (crc32(f"{seed} {one.digest}".encode()), one.digest))
    bands: list[list[Question]] = [[] for _ in range(len(BANDS) + 1)]
    for one in by_lot:
        bands[bisect_right(BANDS, one.decision.loss.predicted)].append(one)
    rounds = [one for turn in zip_longest(*bands) for one in turn if one is not None]
    return rounds[:count]


def play_on(question: Question, times: int, policy: str, threads: int = 1) -> tuple[float, float]:
    """The mean loss and its standard error, in points. The worlds follow from the decision's key.

    The result does not depend on the number of threads.

    Raises ValueError if the fast table is not built, or if the match's record differs from what our
    judge would have sent.
    """
    try:
        import mj_engine
    except ImportError:
        raise ValueError(f"the fast table is not built here: {engine_line()}") from None
    match, seat, decision = question.match, question.seat, question.decision
    game = mj_engine.Game(match.wall, match.quan, match.common_wall)
    for turn in range(decision.turn):
        game.submit(match.replies(turn))
    if game.request_for(seat) != match.requests[decision.turn][seat]:
        raise ValueError(f"{match.id}: the record departs from the judge's (mj check verify)")
    actions = (decision.loss.best, decision.loss.played)
    worlds = crc32(f"{match.id}/{seat}/{decision.turn}".encode())
    made = mj_engine.playouts(
        game, actions, times, policy, worlds, worlds="sampled", seat=seat, threads=threads
    )
    scores = made[:, :, seat].astype(float)
    differences = (scores[0] - scores[1]).tolist()
    mean = math.fsum(differences) / times
    squares = math.fsum((one - mean) ** 2 for one in differences)
    return mean, math.sqrt(squares / max(1, times - 1) / times)


def played_on(
    questions: Sequence[Question], times: int, policy: str, store: Path, threads: int = 1
) -> Iterator[PlayedOn]:
    """Play decisions on, one by one. Results in the store are used, new ones are added.

    Raises ValueError as `play_on` does, or if the file is not a store.
    """
    log = LineLog(store, "list of decisions that were played on", "decision that was played on")
    known = dict(log.entries(_stored))
    with closing(log):
        for question in questions:
            key = _key(question, times, policy)
            if key not in known:
                log.hold()  # Before the work: another process may be writing.
                mean, error = play_on(question, times, policy, threads)
                known[key] = (round(mean, _DIGITS), round(error, _DIGITS))
                log.add(dict(zip((*_KEY, "loss", "error"), (*key, *known[key]), strict=True)))
            yield PlayedOn(question, *known[key])


def _key(question: Question, times: int, policy: str) -> tuple[object, ...]:
    match, decision = question.match, question.decision
    loss, digest = decision.loss, match_digest(match)
    names = (match.id, digest, question.seat, decision.turn, loss.best, loss.played)
    return (*names, times, policy)


def _stored(line: dict[str, Any]) -> tuple[tuple[object, ...], tuple[float, float]]:
    key = tuple(line[name] for name in _KEY)
    hash(key)  # A list in it raises TypeError here, where the line is known.
    return key, (float(line["loss"]), float(line["error"]))

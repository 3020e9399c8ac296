"""Play-outs of decisions: the true loss of an answer against a tactic's choice.

Both actions are played to the end at the fast table, in the same worlds; one policy plays all four
seats.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple
from zlib import crc32

from mj_engine import Game, playouts
from mj_lab.core.line_log import LineLog
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import Loss
from mj_lab.explain.review.reviewing import GameReview

# Bands of predicted losses, in points. Each player's sample has equally many of each.
BANDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)

# The true hands, with the undrawn tiles shuffled: unbiased over many decisions.
Worlds = Literal["true", "walls", "sampled"]
_WALLS: Worlds = "walls"

_DIGITS = 4
# The key of a decision that was played out; `match_digest` separates matches of one name.
_KEY = ("match", "digest", "seat", "turn", "best", "played", "times", "policy")


class Question(NamedTuple):
    """A decision to play out: the best action, and the one played."""

    match: Match
    seat: int
    turn: int
    best: str
    played: str


class Differing(NamedTuple):
    """A decision in which a player deviated. player: its name in the record."""

    question: Question
    player: str
    loss: Loss

    @property
    def band(self) -> int:
        """The index of its predicted loss among the BANDS."""
        return bisect_right(BANDS, self.loss.predicted)

    @property
    def digest(self) -> str:
        """A hash of its key, for sampling."""
        return f"{match_digest(self.question.match)} {self.question.seat} {self.question.turn}"


class PlayedOn(NamedTuple):
    """A decision that was played out.

    true: points that the best action gained over the one played, the mean over worlds. stands_for:
    its sampling weight, the number of decisions of its player and band that it represents.
    """

    decision: Differing
    true: float
    stands_for: float


def match_digest(match: Match) -> int:
    """A hash of a match's wall and name."""
    return crc32(bytes(match.wall) + match.id.encode())


def differing_in(match: Match, review: GameReview) -> Iterator[Differing]:
    """The decisions of a match whose answer is not the choice."""
    for seat in review.seats:
        for decision in seat.decisions:
            if decision.loss.kind is not None:
                question = Question(
                    match, seat.seat, decision.turn, decision.loss.best, decision.loss.played
                )
                yield Differing(question, seat.player, decision.loss)


def drawn_at_random(decisions: Iterable[Differing], count: int, seed: int) -> list[Differing]:
    """Sample `count` of them, from each player's bands of predicted losses in turn.

    Small losses are the most frequent, but large ones are the most informative. A larger set of
    decisions changes the sample as little as possible.
    """
    by_lot = sorted(
        decisions,
        key=lambda decision: (crc32(f"{seed} {decision.digest}".encode()), decision.digest),
    )
    bands: dict[tuple[str, int], list[Differing]] = {}
    for drawn in by_lot:
        bands.setdefault((drawn.player, drawn.band), []).append(drawn)
    rounds = [
        decision
        for turn in zip_longest(*bands.values())
        for decision in turn
        if decision is not None
    ]
    return rounds[:count]


def play_on(
    question: Question,
    times: int,
    policy: str,
    threads: int = 1,
    worlds: Worlds = "sampled",
) -> tuple[float, float]:
    """The mean loss and its standard error, in points. The worlds follow from the decision's key.

    The result does not depend on the number of threads.

    Raises ValueError if the match's record differs from what our judge would have sent.
    """
    match, seat, turn = question.match, question.seat, question.turn
    game = Game(match.wall, match.quan, match.common_wall)
    for before in range(turn):
        game.submit(match.replies(before))
    if game.request_for(seat) != match.requests[turn][seat]:
        raise ValueError(f"{match.id}: the record departs from the judge's (mj check verify)")
    all_scores = playouts(
        game,
        (question.best, question.played),
        times,
        policy,
        crc32(f"{match.id}/{seat}/{turn}".encode()),
        worlds=worlds,
        seat=seat,
        threads=threads,
    )
    scores = all_scores[:, :, seat].astype(float)
    differences = (scores[0] - scores[1]).tolist()
    mean = math.fsum(differences) / times
    squares = math.fsum((difference - mean) ** 2 for difference in differences)
    return mean, math.sqrt(squares / max(1, times - 1) / times)


def played_on(
    decisions: Sequence[Differing],
    count: int,
    seed: int,
    times: int,
    policy: str,
    store: Path,
    threads: int = 1,
) -> Iterator[tuple[Differing, float]]:
    """The decisions in the store, then `count` sampled ones, with their true losses.

    New results are added to the store. Raises ValueError as `play_on` does, or if the file is not a
    store.
    """
    log = LineLog(store, "list of decisions that were played out", "decision that was played out")
    known = dict(log.entries(_stored))
    with closing(log):
        for decision in decisions:
            if (key := _key(decision.question, times, policy)) in known:
                yield decision, known[key]
        for decision in drawn_at_random(decisions, count, seed):
            key = _key(decision.question, times, policy)
            if key in known:
                continue
            log.hold()  # Before the work: another process may be writing.
            true, _ = play_on(decision.question, times, policy, threads, _WALLS)
            known[key] = round(true, _DIGITS)
            log.add(dict(zip((*_KEY, "true"), (*key, known[key]), strict=True)))
            yield decision, known[key]


def weighed(
    decisions: Sequence[Differing], played: Sequence[tuple[Differing, float]]
) -> list[PlayedOn]:
    """Set the sampling weight of each decision, from its player's band."""
    whole = Counter((decision.player, decision.band) for decision in decisions)
    drawn = Counter((decision.player, decision.band) for decision, _ in played)
    return [
        PlayedOn(
            decision,
            true,
            whole[decision.player, decision.band] / drawn[decision.player, decision.band],
        )
        for decision, true in played
    ]


def _key(question: Question, times: int, policy: str) -> tuple[object, ...]:
    match = question.match
    names = (match.id, match_digest(match), *question[1:])
    return (*names, times, policy)


def _stored(line: dict[str, Any]) -> tuple[tuple[object, ...], float]:
    key = tuple(line[name] for name in _KEY)
    hash(key)  # A list in it raises TypeError here, where the line is known.
    return key, float(line["true"])

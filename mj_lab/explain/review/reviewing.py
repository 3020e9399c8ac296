"""Reviews a seat of a game: the loss of every decision, and the expected points there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from mj_bot.events import Action
from mj_bot.state import OWN_DRAW
from mj_bot.tactics import Tactic, explain_of, load
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.analysis.losses import (
    Loss,
    LossScale,
    NoPointsError,
    loss_of,
    loss_scale,
    with_points,
)
from mj_lab.explain.analysis.recorded_turns import AskedTurn, turns_beside
from mj_lab.explain.review.own_answers import NO_ANSWERS, SeatAnswers, seat_answers
from mj_lab.explain.review.views import RecordedGame


class Reviewed(NamedTuple):
    """One decision.

    win_chance, expected_score (points of the game): of the tactic's recommendation. own_draw:
    whether it followed an own draw, else another seat's discard or kong. offered: the tile of
    that, None on an own draw.
    """

    turn: int
    loss: Loss
    win_chance: float
    expected_score: float
    own_draw: bool
    offered: int | None = None


class SeatReview(NamedTuple):
    """One seat of a game.

    illegal: how many decisions had no legal answer; they are left out. answers: diagnostics of the
    answers from the record.
    """

    seat: int
    player: str
    score: int | None
    decisions: tuple[Reviewed, ...]
    illegal: int
    answers: SeatAnswers = NO_ANSWERS

    @property
    def points_lost(self) -> float:
        """Points lost against the tactic in all decisions."""
        return sum(decision.loss.lost for decision in self.decisions)


class GameReview(NamedTuple):
    """The reviewed seats of a game.

    record: the reviewed record, if it is kept. place: of the game in its file, from 1, as for
    `--game`.
    """

    id: str
    file: str
    level: str
    seats: tuple[SeatReview, ...]
    record: Match | SeatRecord | None = None
    place: int = 1

    @property
    def match(self) -> Match | None:
        """The record if it is a whole match, None if it is one seat's view."""
        return self.record if isinstance(self.record, Match) else None


def review_seat(view: SeatRecord, tactic: Tactic, scale: LossScale) -> SeatReview:
    """Compare every decision of a seat with a tactic.

    The best is the first of its candidates. Raises ValueError if the requests do not make a game,
    or if the tactic predicts no points.
    """
    decisions, illegal = [], 0
    for asked_turn in turns_beside(view, tactic):
        if not asked_turn.is_recorded or len(asked_turn.legal) == 1:
            continue
        meant = asked_turn.meant
        if not meant:
            illegal += 1
            continue
        decisions.append(_reviewed(asked_turn, meant, tactic, scale))
    answers = seat_answers(view)
    return SeatReview(view.seat, view.player, view.score, tuple(decisions), illegal, answers)


def _reviewed(
    asked_turn: AskedTurn, meant: Sequence[Action], tactic: Tactic, scale: LossScale
) -> Reviewed:
    explain, state = explain_of(tactic), asked_turn.state
    rows = explain(state) if explain is not None else []
    points = with_points(rows, state, asked_turn.legal)
    if not set(map(str, meant)) <= set(points):
        raise NoPointsError("the tactic gives no expected points (expected_score)")
    loss = loss_of(meant, points, len(state.discards[state.seat]), scale)
    own_draw = state.decision == OWN_DRAW
    return Reviewed(
        asked_turn.turn,
        loss,
        points[loss.best]["win_chance"],
        points[loss.best]["expected_score"],
        own_draw,
        None if own_draw else state.offered,
    )


def review_game(game: RecordedGame, tactic_name: str) -> GameReview:
    """Review the seats of a game.

    Raises ValueError, with the game's name, if it cannot be reviewed, NoPointsError if the tactic
    predicts no points.
    """
    seats = []
    for view in game.views:
        try:
            tactic = asked_by_name(tactic_name)
            seats.append(review_seat(view, tactic, loss_scale()))
        except ValueError as error:
            kind = NoPointsError if isinstance(error, NoPointsError) else ValueError
            raise kind(f"{game.id}: seat {view.seat}, {tactic_name}: {error}") from None
    return GameReview(game.id, game.file, game.level, tuple(seats), game.record, game.place)


def review_games(
    games: Iterable[RecordedGame], tactic_name: str, jobs: int = 1
) -> Iterator[GameReview]:
    """Review many games, in order; `jobs` processes share the seats.

    Raises ValueError as `review_game` does, and if there is no such tactic.
    """
    load(tactic_name, seed=0)
    review_one = partial(review_game, tactic_name=tactic_name)
    if jobs == 1:
        yield from map(review_one, games)
        return
    whole = list(games)
    by_seat = [game._replace(views=(view,), record=None) for game in whole for view in game.views]
    with ProcessPoolExecutor(jobs) as pool:
        parts = pool.map(review_one, by_seat)
        for game in whole:
            seats = tuple([next(parts).seats[0] for _ in game.views])
            yield GameReview(game.id, game.file, game.level, seats, game.record, game.place)

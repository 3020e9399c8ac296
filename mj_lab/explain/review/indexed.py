"""Reviews games of an index, and stores the losses of their seats in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mj_lab.core.database import Database, DatabaseError
from mj_lab.core.records.index.index_file import NOT_REVIEWED
from mj_lab.core.records.index.indexed_game import unpacked_game
from mj_lab.core.records.json_lines import RecordError, one_line
from mj_lab.explain.analysis.losses import NoPointsError
from mj_lab.explain.review.reviewing import GameReview, review_games
from mj_lab.explain.review.views import RecordedGame, recorded_game

# Marks a game that cannot be reviewed: it is not tried again.
_NO_REVIEW = -2.0
# Games for each process at a time.
_SHARE = 4


def review_indexed(
    index: Database,
    count: int,
    tactic: str,
    jobs: int,
    tell: Callable[[str], None],
) -> Iterator[GameReview]:
    """Review `count` unreviewed games, newest first; each is stored before it is yielded.

    tell: called with a line for a game that cannot be reviewed. Raises ValueError if there is no
    such tactic, NoPointsError if it predicts no points; then nothing is written.
    """
    left = count
    while left > 0:
        rows = index.execute(
            "SELECT g.id, r.packed FROM games g JOIN records r ON r.game = g.id "
            "WHERE g.lost = ? ORDER BY g.began DESC, g.id DESC LIMIT ?",
            (NOT_REVIEWED, min(left, jobs * _SHARE)),
        ).fetchall()
        if not rows:
            return
        left -= len(rows)
        ready: list[tuple[int, RecordedGame]] = []
        for game, packed in rows:
            try:
                ready.append((game, recorded_game(unpacked_game(packed, f"game {game}"), "")))
            except RecordError as error:
                tell(one_line(str(error)))
                _keep(index, game, {}, _NO_REVIEW)
        try:
            yield from _kept(index, ready, tactic, jobs)
        except (NoPointsError, DatabaseError):
            raise  # The tactic's error or the file's, not a game's.
        except ValueError:
            # One of them is not a game: the others are retried one by one.
            for game, recorded in ready:
                if _is_kept(index, game):
                    continue
                try:
                    yield from _kept(index, [(game, recorded)], tactic, 1)
                except DatabaseError:
                    raise
                except ValueError as error:
                    tell(one_line(str(error)))
                    _keep(index, game, {}, _NO_REVIEW)


def _kept(
    index: Database, ready: list[tuple[int, RecordedGame]], tactic: str, jobs: int
) -> Iterator[GameReview]:
    reviews = review_games([recorded for _, recorded in ready], tactic, jobs)
    for (game, _), review in zip(ready, reviews, strict=True):
        lost = {seat.seat: seat.points_lost for seat in review.seats}
        _keep(index, game, lost, max(lost.values(), default=_NO_REVIEW))
        yield review


def _is_kept(index: Database, game: int) -> bool:
    (lost,) = index.execute("SELECT lost FROM games WHERE id = ?", (game,)).fetchone()
    return bool(lost != NOT_REVIEWED)


def _keep(index: Database, game: int, lost: dict[int, float], most: float) -> None:
    with index.whole():
        for seat, points in lost.items():
            update = "UPDATE seats SET lost = ? WHERE game = ? AND seat = ?"
            index.execute(update, (points, game, seat))
        index.execute("UPDATE games SET lost = ? WHERE id = ?", (most, game))

"""A hand that begins in the middle of a recorded one: how it got there, and its result then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from mj_bot.events import SEATS, Deal, Request, parse_request
from mj_bot.tiles import COPIES, TILE_KINDS
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.records.decisions import decision_of_seat
from mj_lab.core.records.formats.seat_record import ONE_VIEW, SeatRecord
from mj_lab.core.records.match import Match, to_line
from mj_lab.explain.review.replay.frames import MOST_TURNS

# Characters of a record up to a decision, which a table stores; one of Botzone has 20,000.
_MOST_TEXT = 200_000
# Per-turn fields of a record, which also apply to a hand with the same beginning.
_OF_TURNS = ("preempted", "untold", "false_wins")


class BegunHand(NamedTuple):
    """A recorded hand up to a decision of a seat; the rest is known but not replayed.

    match: the record, whose wall is dealt, up to the decision. turn: that of the decision; earlier
    turns are replayed. wall_known: whether the record has the wall; if not, undrawn tiles are
    shuffled.
    """

    match: Match
    seat: int
    turn: int
    wall_known: bool = True

    @property
    def scores(self) -> tuple[int, ...]:
        """The recorded scores by seat, without penalties, which this game does not have."""
        penalties = self.match.penalties or (0,) * SEATS
        return tuple(score - part for score, part in zip(self.match.scores, penalties, strict=True))

    def game(self) -> Game:
        """The judge, before the deal."""
        return self.match.game()

    def replies(self) -> list[list[Reply]]:
        """The recorded four replies of every turn before the decision."""
        return [self.match.replies(turn) for turn in range(self.turn)]

    def carried(self, played: Match) -> Match:
        """The record of the hand as played on, with the recorded facts of its beginning."""
        of_turns: dict[str, Any] = {
            name: _before(self.match, name, self.turn) for name in _OF_TURNS
        }
        match_place = self.match.place
        if match_place is not None:  # Not a hand of that match, but with the same standing.
            match_place = match_place.model_copy(update={"match": ""})
        return played.model_copy(update={**of_turns, "place": match_place})


def begin_at(game: Match | SeatRecord, seat: int, turn: int, chance: Random) -> BegunHand:
    """The recorded hand, to be played on from a seat's decision.

    chance: shuffles the undrawn tiles if the record does not have the wall. Raises ValueError, one
    line, for one seat's view, a turn that asks the seat nothing, and a record that our judge cannot
    replay so far.
    """
    if isinstance(game, SeatRecord):
        raise ValueError(f"nobody can play on from {ONE_VIEW}")
    if len(game.requests) > MOST_TURNS:
        raise ValueError(f"{len(game.requests)} turns: no game is that long")
    _check_wall(game.wall)
    decision_of_seat(game, seat, turn)
    _check_way(game, turn)
    wall = game.wall if game.wall_known else _dealt_anew(game, chance)
    of_turns = {name: _before(game, name, turn) for name in (*_OF_TURNS, "verdicts")}
    rows = {name: getattr(game, name)[: turn + 1] for name in ("requests", "responses")}
    way = game.model_copy(update={**rows, **of_turns, "wall": wall, "wall_known": True})
    if len(to_line(way)) > _MOST_TEXT:
        raise ValueError(f"over {_MOST_TEXT // 1000} kB: no record of a hand is that long")
    return BegunHand(way, seat, turn, game.wall_known)


def _before(match: Match, name: str, turn: int) -> tuple[Any, ...]:
    """A match's per-turn fields, for the turns before this one."""
    return tuple(row for row in getattr(match, name) if row[0] < turn)


def _check_wall(wall: Sequence[int]) -> None:
    for tile, count in Counter(wall).items():
        if count > (COPIES if tile < TILE_KINDS else 1):
            raise ValueError("the wall has more copies of a tile than there are")


def _check_way(match: Match, turn: int) -> None:
    """Raise ValueError if our judge asks something else on the way to this turn."""
    game = match.game()
    for number in range(turn + 1):
        if number:
            game.submit(match.replies(number - 1))
        if game.result is not None:
            raise ValueError(f"our judge ends this hand at turn {number - 1}: {game.result.action}")
        for seat, text in enumerate(match.requests[number]):
            if not _is_asked(parse_request(text, seat), game.request_for(seat)):
                raise ValueError(f"turn {number}: our judge asks seat {seat} something else")


def _is_asked(recorded: Request, ours: Request) -> bool:
    """Whether two requests are the same; older records of a deal list only own flowers."""
    if not (isinstance(recorded, Deal) and isinstance(ours, Deal)):
        return recorded == ours
    return sorted(recorded.tiles) == sorted(ours.tiles) and (
        recorded.flower_counts == ours.flower_counts
    )


def _dealt_anew(match: Match, chance: Random) -> tuple[int, ...]:
    """The wall with the record's undrawn tiles shuffled.

    Such records have these tiles sorted, which would show the player what comes.
    """
    game = match.game()
    for turn in range(len(match.responses)):
        if game.result is None:
            game.submit(match.replies(turn))
    walls = game.walls[:1] if match.common_wall else game.walls
    size = len(match.wall) // len(walls)
    # Each wall is drawn from its end, so undrawn tiles are its first ones.
    places = [own * size + index for own, wall in enumerate(walls) for index in range(len(wall))]
    tiles = [match.wall[index] for index in places]
    chance.shuffle(tiles)
    wall = list(match.wall)
    for index, tile in zip(places, tiles, strict=True):
        wall[index] = tile
    return tuple(wall)

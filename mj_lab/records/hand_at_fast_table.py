"""A recorded hand replayed at the fast table, if it is built: the same match, much sooner.

The table takes each answer as our judge does; the match is made from requests and answers. Special
hands, and all that the table refuses, are left to `hand_at_judge`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mj_bot.events import (
    BUGANG,
    CHI,
    DRAW,
    GANG,
    HU,
    PASS,
    PENG,
    PLAY,
    SEATS,
    Action,
    Deal,
    Event,
    Start,
    format_request,
    format_response,
)
from mj_lab.game.result import HUANG, Result
from mj_lab.records.hand import RecordedHand, wall_of, wish_text
from mj_lab.records.match import Match, result_on_disk

if TYPE_CHECKING:
    from mj_engine import Game

_Row = tuple[str, ...]
_ALL_PASS: _Row = (PASS,) * SEATS
_OWN = frozenset({PLAY, GANG, BUGANG, HU})
_CLAIMS = frozenset({CHI, PENG, GANG, HU})
# 2,856 chows with a discard behind them, and 34 tiles by seat for each of the other kinds.
_MOST_ROWS = 4096


class _Rows(NamedTuple):
    """The requests and answers of the seats, turn by turn, and who was pre-empted."""

    requests: list[_Row]
    responses: list[_Row]
    preempted: list[tuple[int, int, str]]


def fast_folded(hand: RecordedHand) -> Match | None:
    """The match of a hand; None if the fast table is not built or does not take the hand."""
    if any(hand.flowers) or not hand.tells_all or hand.common_wall:
        return None
    table = _fast_table()
    if table is None:
        return None
    try:
        rows = _rows_of(hand)
        if rows is None:
            return None
        wall = wall_of(hand)
        game = table(bytes(wall), hand.prevalent_wind, hand.common_wall)
        submit = game.submit
        for row in rows.responses:
            submit(row)
    except (ValueError, IndexError):  # No wall, no such tile, more behind the end.
        return None
    return _match_of(hand, wall, game, rows)


def _match_of(hand: RecordedHand, wall: tuple[int, ...], game: Game, rows: _Rows) -> Match | None:
    end = game.result
    if end is None or end.action != (HUANG if hand.drawn else HU):
        return None
    if hand.fan and end.fan not in (None, hand.fan):
        return None
    result = Result(end.action, end.player, end.giver, end.fan, end.fans)
    # All of it was made here, so there is nothing to check.
    return Match.model_construct(
        id=hand.id,
        quan=hand.prevalent_wind,
        common_wall=hand.common_wall,
        wall=wall,
        requests=tuple(rows.requests),
        responses=tuple(rows.responses),
        preempted=tuple(rows.preempted),
        wall_known=False,
        scores=tuple(game.scores if hand.scores is None else hand.scores),
        result=result_on_disk(result),
    )


def _rows_of(hand: RecordedHand) -> _Rows | None:
    """The rows if every step is legal; None if the steps do not follow a game's order.

    A step in another's turn is an answer of the wrong seat, which the table refuses.
    """
    requests = [_starts(hand.prevalent_wind), _deals(hand)]
    responses = [_ALL_PASS, _ALL_PASS]
    preempted: list[tuple[int, int, str]] = []
    steps, place, offered = hand.steps, 0, False
    while place < len(steps):
        step = steps[place]
        kind, seat = step.kind, step.seat
        if kind == DRAW:
            if offered:
                responses.append(_ALL_PASS)
            if step.tile is None or step.preempted:
                return None
            requests.append(_request_row(DRAW, seat, step.tile))
            place += 1
            step = steps[place]
            kind = step.kind
            if step.seat != seat or kind not in _OWN:
                return None
            tile, chow = step.tile, None
        elif not offered or kind not in _CLAIMS:
            return None
        elif kind in (CHI, PENG):
            place += 1
            following = steps[place]
            if (following.kind, following.seat) != (PLAY, seat):
                return None
            tile, chow = following.tile, step.chow
        else:
            tile, chow = None, None
        place += 1
        for other, wanted in step.preempted:
            if other == seat:
                return None
            preempted.append((len(responses), other, wish_text(wanted)))
        responses.append(_answer_row(seat, kind, tile, chow))
        offered = kind not in (GANG, HU)
        if kind == GANG:
            requests.append(_request_row(GANG, seat))
            responses.append(_ALL_PASS)
        elif offered:
            requests.append(_request_row(kind, seat, tile, chow))
    if offered:
        responses.append(_ALL_PASS)
    return _Rows(requests, responses, preempted)


@lru_cache(maxsize=1)
def _fast_table() -> type[Game] | None:
    """The table's game, None if it is not built; it is looked for only once."""
    try:
        from mj_engine import Game
    except ImportError:
        return None
    return Game


def _starts(prevalent_wind: int) -> _Row:
    return tuple([format_request(Start(seat, prevalent_wind), seat) for seat in range(SEATS)])


def _deals(hand: RecordedHand) -> _Row:
    deals = [Deal((0, 0, 0, 0), tiles) for tiles in hand.deals]
    return tuple([format_request(deal, seat) for seat, deal in enumerate(deals)])


@lru_cache(maxsize=_MOST_ROWS)
def _request_row(kind: str, actor: int, tile: int | None = None, chow: int | None = None) -> _Row:
    event = Event(kind, actor, tile, chow)
    return tuple([format_request(event, seat) for seat in range(SEATS)])


@lru_cache(maxsize=_MOST_ROWS)
def _answer_row(actor: int, kind: str, tile: int | None, chow: int | None) -> _Row:
    text = format_response(Action(kind, tile, chow))
    return tuple([text if seat == actor else PASS for seat in range(SEATS)])

"""The index row of a game: who, when, how it ended; from a match, a hand or one seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from enum import IntEnum
from typing import NamedTuple

from mj_bot.events import CHI, DRAW, HU, PENG, PLAY, SEATS
from mj_lab.core.game.result import HUANG
from mj_lab.core.records.archives import ArchiveEntry
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.hand import RecordedHand
from mj_lab.core.records.match import Match

# Botzone's name of a match: MongoDB's ObjectId, whose first four bytes are its creation time in
# seconds.
_OBJECT_ID = re.compile(r"[0-9a-f]{24}")
# Seconds since 1970. Botzone is younger than 2010; a name with an earlier time is no such id.
_EARLIEST, _LATEST = 1_262_304_000, 4_102_444_800
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)")
# Longer names are cut.
_LONGEST_NAME = 80


class GameEnd(IntEnum):
    """The end of a game."""

    SELF_DRAWN = 0
    ON_DISCARD = 1
    DRAWN = 2
    FAULT = 3
    ONE_SEAT = 4


class ListedGame(NamedTuple):
    """A game's entry in the index.

    began: seconds since 1970, 0 if unknown. winner: who won or was at fault, None if nobody. fan: 0
    if nobody won. length: discards. players, scores: by seat, none if unknown. seat: for one seat's
    view, that seat.
    """

    name: str
    began: int
    outcome: GameEnd
    winner: int | None
    fan: int
    fan_names: tuple[str, ...]
    length: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    seat: int | None = None


def listed(entry: ArchiveEntry) -> ListedGame:
    """The entry of a record.

    Recorded hands are not replayed at our judge. Raises RecordError for a record that cannot be
    read.
    """
    if entry.parse is not None:
        return listed_hand(entry.parse())
    game = entry.build().game
    return listed_seat(game) if isinstance(game, SeatRecord) else listed_match(game)


def listed_match(match: Match) -> ListedGame:
    """The entry of a match."""
    result = match.result
    return ListedGame(
        match.id[:_LONGEST_NAME],
        match.began or began_of(match.id),
        _outcome(result.action, match.scores, result.player),
        result.player,
        (result.fan_total or 0) if result.action == HU else 0,
        tuple(fan.name for fan in result.fans or ()) if result.action == HU else (),
        _discards(row[0] for row in match.requests),
        tuple(name[:_LONGEST_NAME] for name in match.players[:SEATS]),
        tuple(match.scores),
    )


def listed_hand(hand: RecordedHand) -> ListedGame:
    """The entry of a recorded hand."""
    won = not hand.drawn
    last = hand.steps[-1]
    outcome, winner = GameEnd.DRAWN, None
    if won:
        before = hand.steps[-2] if len(hand.steps) > 1 else last
        own = (before.kind, before.seat) == (DRAW, last.seat)
        outcome, winner = (GameEnd.SELF_DRAWN if own else GameEnd.ON_DISCARD), last.seat
    return ListedGame(
        hand.id[:_LONGEST_NAME],
        began_of(hand.id),
        outcome,
        winner,
        hand.fan if won else 0,
        hand.fan_names if won else (),
        sum(step.kind == PLAY for step in hand.steps),
        (),
        hand.scores or (),
    )


def listed_seat(record: SeatRecord) -> ListedGame:
    """The entry of one seat's view."""
    players = [""] * SEATS
    players[record.seat] = record.player[:_LONGEST_NAME]
    return ListedGame(
        record.id[:_LONGEST_NAME],
        began_of(record.id),
        GameEnd.ONE_SEAT,
        None,
        0,
        (),
        _discards(record.requests),
        tuple(players),
        record.scores,
        record.seat,
    )


def began_of(name: str) -> int:
    """When a game of that name began: from the date in it, or Botzone's id; 0 if it has neither.

    Of a date alone its noon in UTC, which is that day in nearly every time zone.

    >>> datetime.fromtimestamp(began_of("61602cb45ddc087351c04358"), timezone.utc).isoformat()
    '2021-10-08T11:34:12+00:00'
    >>> began_of("2017/2017-01-01/344397") // 86400, began_of("wall-3")
    (17167, 0)
    """
    if _OBJECT_ID.fullmatch(name):
        second = int(name[:8], 16)
        return second if _EARLIEST <= second < _LATEST else 0
    match = _DATE.search(name)
    if match is None:
        return 0
    try:
        noon = datetime(int(match[1]), int(match[2]), int(match[3]), 12, tzinfo=timezone.utc)
    except ValueError:
        return 0
    return max(0, int(noon.timestamp()))


def _outcome(action: str, scores: Sequence[int], winner: int | None) -> GameEnd:
    if action == HUANG:
        return GameEnd.DRAWN
    if action != HU or winner is None:
        return GameEnd.FAULT
    # On a discard only the giver pays the fan; on a self-drawn win all three pay the same.
    paid = {score for seat, score in enumerate(scores) if seat != winner}
    return GameEnd.SELF_DRAWN if len(paid) == 1 else GameEnd.ON_DISCARD


def _discards(requests: Iterable[str]) -> int:
    split_requests = (request.split() for request in requests)
    return sum(
        len(fields) > 3 and fields[0] == "3" and fields[2] in (PLAY, PENG, CHI)
        for fields in split_requests
    )

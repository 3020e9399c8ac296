"""tziakcha (雀渣): reads hands as its pages fetch them, packed or not, and whole matches."""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from mj_bot.events import BUGANG, CHI, GANG, HU, PENG, PLAY, SEATS, Action
from mj_bot.tiles import CHOW_MIDDLES, COPIES, TILE_KINDS
from mj_lab.core.records.formats.platforms.fans import RecordedFan, fan_of_number
from mj_lab.core.records.formats.platforms.hand_from_events import COMMON_WALL_SIZE, HandFromEvents
from mj_lab.core.records.formats.platforms.played_hand import PlayedHand
from mj_lab.core.records.formats.platforms.values import (
    list_in,
    number_in,
    object_in,
    points_in,
    rating_in,
    text_in,
)
from mj_lab.core.records.hand import HandError, RecordedHand
from mj_lab.core.records.json_lines import MOST_RECORD
from mj_lab.core.records.json_value import parse_json
from mj_lab.core.records.match import MatchPlace

WITHOUT_WALL = (
    "no wall: only it says which tiles were dealt, so this hand cannot be replayed or reviewed"
)
_HANDS = 16
_LATEST_MS = 4_102_444_800_000
_ADDED = 0x300
_WIDTH = 36  # Tiles of one side of the wall on the table.
_FIRST_FLOWER = TILE_KINDS * COPIES


class TziakchaAction(IntEnum):
    """The kinds of actions, by the platform's numbers."""

    BEGIN = 0
    FLOWER = 1
    DISCARD = 2
    CHOW = 3
    PUNG = 4
    KONG = 5
    WIN = 6
    DRAW = 7
    PASS = 8
    NO_WIN = 9


def is_tziakcha_hand(record: Any) -> bool:
    """Whether a JSON record is a hand of tziakcha: as fetched, unpacked, or only its steps."""
    if not isinstance(record, dict):
        return False
    return isinstance(_step_of(record), dict) or isinstance(record.get("script"), str)


def _step_of(record: dict[str, Any]) -> Any:
    return record if {"a", "p"} <= record.keys() else record.get("step")


def unpacked_script(text: str) -> dict[str, Any]:
    """Unpack a `script`: base64 of zlib of JSON. Raises ValueError if it is not one."""
    try:
        data = b64decode(text, validate=True)
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(data, MOST_RECORD)
        is_whole = unpacking.eof
    except (ValueError, zlib.error):
        is_whole = False
    if not is_whole:
        raise ValueError("script: not base64 of zlib, or too large for a hand")
    try:
        return object_in(parse_json(plain), "its JSON")
    except ValueError as error:
        raise ValueError(f"script: {error}") from None


def parse_tziakcha_hand(record: dict[str, Any], hands: int = 0) -> PlayedHand:
    """The hand in a record, with its number in its match. hands: of the match, 0 if unknown.

    Raises ValueError if it is not a hand; a HandError has the number of the action.
    """
    step = _step_of(record)
    if not isinstance(step, dict):
        step = unpacked_script(str(record.get("script", "")))
    number = number_in(step.get("i"), 0, 99, "i")
    settings = step.get("g") if isinstance(step.get("g"), dict) else {}
    assert isinstance(settings, dict)
    seats = [object_in(one, "p") for one in list_in(step.get("p"), "p")]
    if len(seats) != SEATS:
        raise ValueError(f"p: expected four seats, found {len(seats)}")
    of_match = hands or number_in(settings.get("n", _HANDS), 1, 99, "g.n")
    belongs = text_in(record.get("belongs"))
    name = text_in(record.get("id")) or f"{belongs or text_in(step.get('r'))}-{number + 1}"
    began = step.get("t", 0)
    is_time = isinstance(began, (int, float)) and 0 < began < _LATEST_MS
    return PlayedHand(
        _hand(step, name, number // SEATS % SEATS),
        tuple(text_in(player.get("n")) or text_in(player.get("i")) for player in seats),
        tuple(text_in(player.get("i")) for player in seats),
        tuple(rating_in(player.get("e")) for player in seats),
        int(began) // 1000 if is_time else 0,
        _place(seats, belongs, number, max(of_match, number + 1)),
    )


def _place(
    seats: Sequence[dict[str, Any]], name: str, number: int, hands: int
) -> MatchPlace | None:
    if hands == 1:
        return None
    if number and any("s" not in player for player in seats):
        return None  # The points won before are unknown.
    totals = points_in([player.get("s", 0) for player in seats], "p.s")
    return MatchPlace(match=name, hand=number, hands=hands, totals=totals)


def _hand(step: dict[str, Any], name: str, prevalent_wind: int) -> RecordedHand:
    wall = _wall(step)
    reader = _Reader(wall, _declared_falsely(step))
    actions = list_in(step.get("a"), "a")
    reader.read(actions, _winners(step))
    scores = points_in(step.get("s"), "s")
    builder = reader.builder
    common_wall, is_known = builder.finish()
    winner = reader.winner
    fan, fans = (0, ()) if winner is None else _fans(step, winner)
    if winner is not None and not fan:
        fan = reader.fan
    falsely = bool(reader.false_wins)
    return RecordedHand(
        name,
        prevalent_wind,
        (),
        (),
        COMMON_WALL_SIZE // SEATS,
        tuple(builder.steps),
        winner is None,
        fan,
        scores,
        tells_all=False,
        fan_names=tuple(fan_name for fan_name, _, _ in fans),
        fans=fans,
        common_wall=True,
        wall=common_wall,
        wall_known=is_known,
        penalties=_penalties(reader, scores, fan) if falsely else (),
        keeping=tuple(builder.keeping),
    )


def _penalties(reader: _Reader, scores: Sequence[int], fan: int) -> tuple[int, ...]:
    """The part of the points that is not from the win."""
    won = [0] * SEATS
    if reader.winner is not None:
        for seat in range(SEATS):
            pays = 8 + (fan if reader.giver in (None, seat) else 0)
            if seat != reader.winner:
                won[seat] -= pays
                won[reader.winner] += pays
    return tuple(score - part for score, part in zip(scores, won, strict=True))


def _bits(step: dict[str, Any]) -> int:
    return number_in(step.get("b", 0), 0, 1 << 16, "b")


def _winners(step: dict[str, Any]) -> frozenset[int]:
    return frozenset(seat for seat in range(SEATS) if _bits(step) >> seat & 1)


def _declared_falsely(step: dict[str, Any]) -> frozenset[int]:
    return frozenset(seat for seat in range(SEATS) if _bits(step) >> 8 >> seat & 1)


def _fans(step: dict[str, Any], winner: int) -> tuple[int, tuple[RecordedFan, ...]]:
    wins = step.get("y")
    won = wins[winner] if isinstance(wins, list) and len(wins) == SEATS else None
    if not isinstance(won, dict) or not won:
        return 0, ()
    fan = number_in(won.get("f", 0), 0, 999, "y.f")
    fans = []
    for number, value in object_in(won.get("t", {}), "y.t").items():
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            raise ValueError(f"y.t: no such fan: {number!r:.40}")
        fans.append(fan_of_number(int(number), number_in(value, 1, 1 << 12, "y.t")))
    return fan, tuple(fans)


def _wall(step: dict[str, Any]) -> list[int]:
    """The wall from its front on, as numbers 0-143."""
    if step.get("w") in (None, ""):
        raise ValueError(WITHOUT_WALL)
    digits, dice = step["w"], number_in(step.get("d"), 0, 0xFFFF, "d")
    if not isinstance(digits, str) or len(digits) != 2 * COMMON_WALL_SIZE or not digits.isascii():
        raise ValueError("w: expected a wall of 144 tiles, two hex digits each")
    try:
        tiles = list(bytes.fromhex(digits))
    except ValueError:
        raise ValueError("w: not all of it are hex digits") from None
    if sorted(tiles) != list(range(COMMON_WALL_SIZE)):
        raise ValueError("w: not each of the 144 tiles is there once")
    one, two, three, four = (dice >> shift & 15 for shift in (0, 4, 8, 12))
    begin = -(one + two - 1) % SEATS * _WIDTH + 2 * (one + two + three + four)
    begin %= COMMON_WALL_SIZE
    return tiles[begin:] + tiles[:begin]


def _tile(number: int) -> int:
    """Our tile for a number 0-143. The platform has bamboos before dots."""
    if number >= _FIRST_FLOWER:
        return TILE_KINDS + number - _FIRST_FLOWER
    return tziakcha_kind(number // COPIES)


def tziakcha_kind(kind: int) -> int:
    """Our tile for the platform's kind 0-33, and back: bamboos and dots change places.

    >>> tziakcha_kind(9), tziakcha_kind(tziakcha_kind(20)), tziakcha_kind(33)
    (18, 20, 33)
    """
    if kind >= TILE_KINDS:
        raise ValueError(f"no such tile: {kind}")
    return kind + 9 if 9 <= kind < 18 else kind - 9 if 18 <= kind < 27 else kind


class _Reader:
    """Parses the actions of a hand one by one."""

    def __init__(self, wall: Sequence[int], falsely: frozenset[int]) -> None:
        tiles = [_tile(number) for number in wall]
        dealt: list[list[int]] = [[] for _ in range(SEATS)]
        places = iter(tiles)
        for count in (4, 4, 4, 1):
            for seat in range(SEATS):
                dealt[seat] += [next(places) for _ in range(count)]
        dealt[0].append(next(places))
        self.builder = HandFromEvents(dealt, tuple(places))
        self.winner: int | None = None
        self.giver: int | None = None
        self.fan = 0
        self.false_wins = 0
        self._falsely = falsely
        self._final = -1
        self._playing = False
        # The tile on offer with its discarder, and the seat whose turn it is.
        self._offered: tuple[int, int] | None = None
        self._own: int | None = 0

    def read(self, actions: Sequence[Any], winners: frozenset[int]) -> None:
        rows = [self._row(index, action) for index, action in enumerate(actions)]
        self._final = self._final_win(rows, winners)
        for index, (seat, kind, value) in enumerate(rows):
            self.builder.at = index + 1
            try:
                self._action(index, seat, kind, value)
            except HandError:
                raise
            except ValueError as error:
                raise HandError(str(error), index + 1) from None

    def _row(self, index: int, action: Any) -> tuple[int, int, int]:
        if not isinstance(action, list) or len(action) < 2:
            raise HandError("an action without its parts", index + 1)
        code = number_in(action[0], 0, 1 << 30, f"event {index + 1}")
        return code >> 4 & 3, code & 15, number_in(action[1], 0, 1 << 30, f"event {index + 1}")

    def _final_win(self, rows: Sequence[tuple[int, int, int]], winners: frozenset[int]) -> int:
        """The row of the win that ends the hand; -1 if nobody wins."""
        wins = [
            index
            for index, (seat, kind, _) in enumerate(rows)
            if kind == TziakchaAction.WIN and (seat in winners)
        ]
        carried = [index for index in wins if rows[index][2]]
        if winners and not wins:
            raise ValueError(f"b: seat {min(winners)} won, but declares no win")
        return max(carried or wins, default=-1)

    def _action(self, index: int, seat: int, kind: int, value: int) -> None:
        builder = self.builder
        if kind == TziakchaAction.BEGIN:
            self._playing = True
        elif kind == TziakchaAction.FLOWER:
            self._flower(seat, value)
        elif kind == TziakchaAction.DRAW:
            self._drawn(seat, value & 255)
        elif kind == TziakchaAction.DISCARD:
            tile = _tile(number_in(value & 255, 0, _FIRST_FLOWER - 1, "tile"))
            builder.act(PLAY, seat, tile, just_drawn=not value >> 8 & 1)
            self._offered, self._own = (seat, tile), None
        elif kind == TziakchaAction.KONG and self._own == seat:
            tile = tziakcha_kind(value & 63)
            is_added = value & _ADDED == _ADDED
            builder.act(BUGANG if is_added else GANG, seat, tile)
            self._offered = (seat, tile) if is_added else None
        elif kind in (TziakchaAction.CHOW, TziakchaAction.PUNG, TziakchaAction.KONG):
            self._claim(seat, kind, value)
        elif kind == TziakchaAction.WIN:
            self._win(index, seat, value)
        elif kind in (TziakchaAction.PASS, TziakchaAction.NO_WIN):
            if self._playing and self._offered is not None:
                builder.decline(seat)
        else:
            raise ValueError(f"no such action: {kind}")

    def _flower(self, seat: int, value: int) -> None:
        flower, tile = TILE_KINDS + (value >> 8 & 15), _numbered(value & 255)
        if flower >= TILE_KINDS + 8:
            raise ValueError(f"no such flower: {value >> 8 & 15}")
        self.builder.show_flower(seat, flower, tile, dealing=not self._playing)
        if self._playing:
            self._offered, self._own = None, seat

    def _drawn(self, seat: int, number: int) -> None:
        self.builder.draw(seat, _numbered(number))
        self._offered, self._own = None, seat

    def _claim(self, seat: int, kind: int, value: int) -> None:
        if self._offered is None or self._offered[0] == seat:
            raise HandError("a claim without a discard before it", self.builder.at)
        wanted = {TziakchaAction.CHOW: CHI, TziakchaAction.PUNG: PENG}.get(
            TziakchaAction(kind), GANG
        )
        middle = None
        if value and kind == TziakchaAction.CHOW:
            middle = tziakcha_kind(value & 63)
            if middle not in CHOW_MIDDLES:
                raise ValueError(f"no middle of a chow: {value & 63}")
        if not value:
            self.builder.wish(seat, Action(wanted))
            return
        if kind != TziakchaAction.CHOW and tziakcha_kind(value & 63) != self._offered[1]:
            raise HandError("the claimed tile is not the discard", self.builder.at)
        self.builder.claim(wanted, seat, middle)
        self._own = seat if kind != TziakchaAction.KONG else None
        self._offered = None

    def _win(self, index: int, seat: int, value: int) -> None:
        if index == self._final:
            self.winner, self.fan = seat, min(value >> 1, 999)
            self.giver = None if self._offered is None else self._offered[0]
            self.builder.claim(HU, seat)
        elif value or seat in self._falsely:
            self.false_wins += 1
            self.builder.false_win(seat)
        elif self._offered is not None:
            self.builder.wish(seat, Action(HU))
        else:
            raise HandError("a win that is given up without a discard", index + 1)


def _numbered(number: int) -> int:
    return _tile(number_in(number, 0, COMMON_WALL_SIZE - 1, "tile"))

"""The fan of a win in C++, equal to mj_bot.fan and MahjongGB, and how good a hand is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import CODES, Fan, Win, WinContext

__all__ = [
    "FANS",
    "FLAGS",
    "NEVER",
    "PLAIN",
    "Fan",
    "FanName",
    "Hand",
    "Meld",
    "Tile",
    "Win",
    "WinContext",
    "counts_of",
    "fan_study",
    "hand_study",
    "is_winning_shape",
    "question",
    "tile_of",
    "win",
    "wins",
]

# The kinds of melds, in the order of the core.
_MELD_KINDS = ("CHI", "PENG", "GANG")

# A tile is 0-33 or a code (W1, J3), a hand text ("W123 B55 F1") or 34 counts, a meld (kind, tile,
# offer) as in MahjongGB; further parts of a meld are ignored.
Tile: TypeAlias = "int | str"
Hand: TypeAlias = "str | Sequence[int]"
Meld: TypeAlias = "Sequence[int | str | None]"


class FanName(NamedTuple):
    """A fan: its Chinese and English names in MahjongGB, its points."""

    name: str
    english: str
    value: int


# Discarded by another, without special flags, East in the East round.
PLAIN = WinContext()
FANS: tuple[FanName, ...] = tuple([FanName(*fan) for fan in _core.fan_names()])
# The flags for how a winning tile came.
FLAGS: tuple[str, ...] = _core.win_flags()
# The shanten of a hand whose waits are gone, and that no exchange of one tile makes ready.
NEVER = _core.NEVER


def win(
    hand: Hand, tile: Tile, melds: Iterable[Meld] = (), win_context: WinContext = PLAIN
) -> Win | None:
    """The win of a hand (without its winning tile) with that tile; None if it does not win.

    melds: (kind, tile, offer); a chow's tile is its middle. The fans come in MahjongGB's order.

    Raises ValueError if there is no such tile or kind of meld, or if counts are not 34.

    >>> win("W123 B55 F1", "F1")
    >>> found = win("W234678 B345 T55 T67", "T8", win_context=WinContext(self_drawn=True))
    >>> found.fan, [fan.english for fan in found.fans]
    (9, ['Fully Concealed Hand', 'All Chows', 'All Simples', 'Mixed Double Chow'])
    """
    packed = [_meld(meld) for meld in melds]
    counted = _core.win(counts_of(hand), packed, tile_of(tile), win_context[:4], *win_context[4:])
    return None if counted is None else _win(counted)


def fan_study(
    hand: Hand,
    last: Tile | None,
    melds: Iterable[Meld] = (),
    tile: Tile | None = None,
    flags: Iterable[str] = (),
    winds: tuple[int, int] = (0, 0),
    flowers: int = 0,
    by_mahjonggb: bool = False,
) -> dict[str, Any]:
    """The worth of a complete hand: fans, pay, all readings, the best first.

    last: the winning tile, unless `tile` names another tile of the hand, or the one it is short of.
    flags: see `FLAGS`. winds: of the seat, prevalent. by_mahjonggb: count the wait inside a Knitted
    Straight, which the published judge does not; `other` is the other count if it differs.
    Raises ValueError with one line if the hand is not complete or the flags are not possible.

    >>> [one["fan"] for one in fan_study("W111222333 W99 B123", "B3")["divisions"]]
    [46, 35]
    """
    packed = [_meld(meld) for meld in melds]
    first, named = (-1 if either is None else tile_of(either) for either in (last, tile))
    given = _core.fan_study(
        counts_of(hand), packed, first, named, list(flags), *winds, flowers, by_mahjonggb
    )
    study: dict[str, Any] = json.loads(given)
    return study


def hand_study(
    hand: Hand,
    last: Tile | None,
    melds: Iterable[Meld] = (),
    winds: tuple[int, int] = (0, 0),
    flowers: int = 0,
    turn: int | None = None,
    seen: Hand = "",
) -> dict[str, Any]:
    """How good a hand of 12 to 14 tiles is (a meld counts as three), without any recommendation.

    last: with 14 tiles, the one drawn. winds: of the seat, prevalent. turn: own draws so far; None
    for the fewest that the melds allow. seen: tiles seen elsewhere.

    The result has `shanten` and, depending on `stage`: "draw" (14 tiles): `forms`, `actions` with
    what each leaves, `waits` by action, `win`; "wait" (13): `forms`, `wins`, and `claims` by the
    tile of the seat before; "short" (12): `additions`. A form that waits only for tiles without
    copies left is `dead`: its shanten is 1 if the exchange of one tile revives it, else `NEVER`;
    its effective tiles are those to draw in the exchange.
    Raises ValueError with one line if there is no such hand.

    >>> found = hand_study("W123 B456 T22234 F11", None)
    >>> found["shanten"], [row["tile"] for row in found["wins"]]
    (0, ['T2', 'T5', 'F1'])
    """
    packed = [_meld(meld) for meld in melds]
    drawn = -1 if last is None else tile_of(last)
    given = _core.hand_study(
        counts_of(hand), packed, drawn, flowers, *winds, turn or 0, counts_of(seen)
    )
    study: dict[str, Any] = json.loads(given)
    return study


def wins(questions: NDArray[np.uint8]) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """The fan of many hands at once; each row is a `question`, uint8 [n, 55].

    Returns int16 [n], the fan without flowers or -1, and uint8 [n, 82], how often each of FANS
    counts. Raises TypeError if the array has another shape or type.
    """
    return _core.wins(questions)


def question(
    counts: Sequence[int],
    tile: int,
    melds: Sequence[tuple[int, int, int]] = (),
    win_context: WinContext = PLAIN,
) -> bytes:
    """One row for `wins`.

    melds: (kind, tile, offer), the kind 0 for CHI, 1 for PENG, 2 for GANG.

    >>> len(question([0] * 34, 0, [(1, 33, 2)])) == _core.QUESTION_SIZE
    True
    """
    packed = bytes([part for meld in melds for part in meld]).ljust(12, b"\0")
    return bytes([*counts, tile, len(melds), *packed, *win_context])


def is_winning_shape(hand: Hand, tile: Tile) -> bool:
    """Whether a hand of 13 - 3 x melds tiles and the winning tile have a winning shape.

    >>> is_winning_shape("W11 B23", "B4"), is_winning_shape("W11 B23", "B5")
    (True, False)
    """
    return _core.winning_shape(counts_of(hand), tile_of(tile))


def tile_of(tile: Tile) -> int:
    """The tile (0-33) of a code; a number is returned as it is.

    Raises ValueError if there is none.

    >>> tile_of("B1"), tile_of(33)
    (9, 33)
    """
    if isinstance(tile, str):
        if tile not in CODES:
            raise ValueError(f"no such tile: {tile!r}")
        return CODES.index(tile)
    if not 0 <= tile < len(CODES):
        raise ValueError(f"no such tile: {tile!r}")
    return int(tile)


def counts_of(hand: Hand) -> list[int]:
    """The 34 counts of a hand.

    Raises ValueError if there is no such tile, or if it is neither text nor 34 counts.

    >>> counts_of("W112")[:3]
    [2, 1, 0]
    """
    if not isinstance(hand, str):
        if len(hand) != len(CODES):
            raise ValueError(f"a hand is text or {len(CODES)} counts, not {len(hand)}")
        return [int(count) for count in hand]
    counts = [0] * len(CODES)
    for group in hand.split():
        for number in group[1:] or " ":
            counts[tile_of(group[0] + number)] += 1
    return counts


def _meld(meld: Meld) -> tuple[int, int, int]:
    kind, tile, offer = meld[:3]
    if kind not in _MELD_KINDS:
        raise ValueError(f"no such kind of meld: {kind!r}")
    if tile is None or offer is None:
        raise ValueError("a meld of an unknown tile")
    return (_MELD_KINDS.index(kind), tile_of(tile), int(offer))


def _win(counted: tuple[int, int, list[tuple[int, int]]]) -> Win:
    fan, _, items = counted
    return Win(fan, tuple([_fan(index, times) for index, times in items]))


def _fan(index: int, times: int) -> Fan:
    name, english, value = FANS[index]
    return Fan(value, times, name, english)

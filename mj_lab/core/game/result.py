"""How a game ended: the verdict, the win, and the scores of each verdict, in the judge's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.fan import Fan

OFFENDER_SCORE = -30
OTHERS_SCORE = 10

HUANG = "HUANG"
WRONG_ACTION = "WA"
WRONG_WIN = "WH"

# PyMahjongGB's names of waits for a single tile; the judge has the plain names.
_JUDGE_NAMES = {
    "独听・边张": "边张",
    "独听・嵌张": "嵌张",
    "独听・单钓": "单钓将",
}


class Result(NamedTuple):
    """How a game ended.

    action: HU, HUANG, or the verdict that ended it (WA, WH, RE, TLE, MLE, OLE, NJ).
    player: the winner or the offender. giver: the seat that gave the tile, None if self-drawn. fan:
    total with flowers; of a wrong win MahjongGB's error, -3 (no winning hand), or its fan. fans:
    those of the win, (name, times, value of one), by the judge's names. detail: why a program was
    faulted, for people.
    """

    action: str
    player: int | None = None
    giver: int | None = None
    fan: int | None = None
    fans: tuple[tuple[str, int, int], ...] = ()
    detail: str = ""


NOT_A_WIN = -3


def fan_name(name: str) -> str:
    """The judge's name of a fan that PyMahjongGB may name otherwise.

    >>> fan_name("独听・边张")
    '边张'
    """
    return _JUDGE_NAMES.get(name, name)


def fan_lines(fans: Sequence[Fan]) -> tuple[tuple[str, int, int], ...]:
    """Fans as the judge lists them: (name, times, value of one)."""
    return tuple((fan_name(fan.name), fan.times, fan.value) for fan in fans)

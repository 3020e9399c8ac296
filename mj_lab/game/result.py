"""How a game ended: the verdict, the win, and what each verdict pays, in the judge's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.fan import Fan

OFFENDER_SCORE = -30
OTHERS_SCORE = 10

HUANG = "HUANG"
WRONG_ACTION = "WA"
WRONG_WIN = "WH"

# PyMahjongGB's names of waits that leave no other tile to win with; the judge has the plain ones.
_JUDGE_NAMES = {
    "独听・边张": "边张",
    "独听・嵌张": "嵌张",
    "独听・单钓": "单钓将",
}


class Result(NamedTuple):
    """How a game ended.

    action: HU, HUANG, or the verdict that ended it (WA, WH, RE, TLE, MLE, OLE, NJ).
    player: the winner or the offender. giver: whose tile it was, None if self-drawn.
    fan: total with flowers; of a wrong win MahjongGB's error, -3 (no winning hand), or its fan.
    fans: what the win is made of, (name, times, value of one), as the judge names them.
    detail: for a person, why a program was faulted.
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

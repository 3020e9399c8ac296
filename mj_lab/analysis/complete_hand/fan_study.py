"""The fan of a complete hand as plain data: its fans, its pay, every way to read it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from mj_bot.events import GANG
from mj_bot.fan import (
    BASE_SCORE,
    FLOWER_TILES,
    MIN_FAN,
    Win,
    WinContext,
    fans_of_module,
    points_of_win,
    win,
)
from mj_bot.melds import Meld
from mj_bot.shanten import shanten
from mj_bot.tiles import COPIES, code_of, codes_of
from mj_engine.fans import Reading, readings
from mj_lab.analysis.complete_hand.waits import FanRow, win_row
from mj_lab.text.hands import Hand
from mj_lab.text.labels import FORM_NAMES
from mj_lab.text.notation import compact, meld_text

_SELF_DRAWN = "self-drawn"
_LAST_COPY = "last-copy"
_REPLACEMENT = "replacement"
_ROBBING = "robbing"
_LAST_TILE = "last-tile"
# How the winning tile came, in the words of the options of `mj fan` and its page's address.
FLAGS = (_SELF_DRAWN, _LAST_COPY, _REPLACEMENT, _ROBBING, _LAST_TILE)
# The two fan calculators: the published judge's, and PyMahjongGB's, which counts a wait inside a
# Knitted Straight too (docs/reference/botzone.md).
JUDGE, MAHJONGGB = CALCULATORS = ("judge", "mahjonggb")


def fan_study(
    hand: Hand,
    tile: int | None = None,
    flags: Collection[str] = (),
    seat: int = 0,
    prevalent_wind: int = 0,
    calculator: str = JUDGE,
) -> dict[str, Any]:
    """What a complete hand is worth.

    tile: the winning tile; if None, the concealed tile written last. flags: see `FLAGS`. A hand
    with one tile too few is completed by `tile`. calculator: one of `CALCULATORS`;
    `other` in the result is the count of the other one if it differs, None if not.
    Raises ValueError, one line, if the hand is not complete or the flags are not possible.

    >>> from mj_lab.text.hands import parse_hand
    >>> study = fan_study(parse_hand("W111222333 W99 B123"), flags=("self-drawn",))
    >>> study["fan"], study["enough"], len(study["divisions"])
    (48, True, 2)
    """
    counts, last = _completed(hand, tile)
    rest = list(counts)
    rest[last] -= 1
    given = set(flags) | ({_SELF_DRAWN} if _REPLACEMENT in flags else set())
    _check(given, rest, hand.melds, last)
    context = WinContext(
        self_drawn=_SELF_DRAWN in given,
        fourth_tile=_LAST_COPY in given,
        about_kong=bool(given & {_REPLACEMENT, _ROBBING}),
        wall_last=_LAST_TILE in given,
        seat_wind=seat,
        prevalent_wind=prevalent_wind,
        flowers=hand.flowers,
    )
    judged = win(rest, hand.melds, last, context)
    by_module = fans_of_module(rest, hand.melds, last, context)
    if judged is None or by_module is None:
        far = shanten.least(rest, len(hand.melds)).distance
        raise ValueError(
            f"this is no complete hand: without {code_of(last)} its shanten is {far}"
            if far > 0
            else f"this is no complete hand: {code_of(last)} does not complete it"
        )
    fans = [fan for fan in by_module if fan.english != FLOWER_TILES]
    module = Win(sum(fan.value * fan.times for fan in fans), tuple(by_module))
    best, other = (judged, module) if calculator == JUDGE else (module, judged)
    paid = partial(_paid_row, self_drawn=context.self_drawn)
    ways = readings(rest, last, hand.melds, context, calculator == MAHJONGGB)
    return {
        "hand": compact(rest),
        "melds": [meld_text(meld) for meld in hand.melds],
        "tile": code_of(last),
        "flags": [flag for flag in FLAGS if flag in given],
        "seat": seat,
        "prevalent_wind": prevalent_wind,
        "flowers": hand.flowers,
        "calculator": calculator,
        **paid(best),
        "other": None if other.fan == best.fan else paid(other),
        "divisions": [_division_row(one, best) for one in ways],
    }


def _paid_row(found: Win, self_drawn: bool) -> FanRow:
    points = _points(found, self_drawn) if found.fan >= MIN_FAN else None
    return {**win_row(found), "points": points}


def _completed(hand: Hand, tile: int | None) -> tuple[Sequence[int], int]:
    """The counts of all 14 concealed tiles, melds counted as three, and the winning one."""
    counts, whole = list(hand.counts), 14 - 3 * len(hand.melds)
    if tile is None:
        tile = hand.last
    elif hand.size == whole - 1:
        counts[tile] += 1
        if hand.held()[tile] == COPIES:
            raise ValueError(f"a fifth {code_of(tile)}")
    if sum(counts) != whole or tile is None:
        raise ValueError(f"a complete hand has {whole} tiles beside its melds, not {sum(counts)}")
    if not counts[tile]:
        raise ValueError(f"{code_of(tile)} is not among the concealed tiles")
    return counts, tile


def _check(flags: Collection[str], rest: Sequence[int], melds: Sequence[Meld], last: int) -> None:
    """Check that the flags fit together and fit this hand.

    Raises ValueError if they do not. rest: the concealed tiles without the winning one.
    """
    for flag in flags:
        if flag not in FLAGS:
            raise ValueError(f"flags: expected {', '.join(FLAGS)}, found {flag!r:.40}")
    held = rest[last] + sum(tile == last for meld in melds for tile in meld.tiles())
    if _ROBBING in flags and _SELF_DRAWN in flags:
        raise ValueError("a robbed tile is not self-drawn")
    if _ROBBING in flags and _LAST_COPY in flags:
        raise ValueError("a robbed tile does not count as the last copy")
    if _ROBBING in flags and held:
        raise ValueError(f"a {code_of(last)} is in the hand: no kong of it can be robbed")
    if _LAST_COPY in flags and rest[last]:
        raise ValueError(f"another {code_of(last)} is concealed in the hand: not the last copy")
    if _REPLACEMENT in flags and all(meld.kind != GANG for meld in melds):
        raise ValueError("a replacement tile comes after a kong, and there is no kong")


def _points(best: Win, self_drawn: bool) -> dict[str, Any]:
    """The points of the winner: from each other seat if self-drawn, else most from the giver."""
    flowers = sum(fan.value * fan.times for fan in best.fans if fan.english == FLOWER_TILES)
    fan = best.fan + flowers
    stake = BASE_SCORE + fan
    if self_drawn:
        return {"all": points_of_win(fan, True), "giver": None, "others": stake}
    return {"all": points_of_win(fan, False), "giver": stake, "others": BASE_SCORE}


def _division_row(one: Reading, best: Win) -> FanRow:
    chinese, english = FORM_NAMES[one.form]
    return {
        "form": one.form,
        "chinese": chinese,
        "english": english,
        "parts": [{"kind": kind, "tiles": codes_of(tiles).split()} for kind, tiles in one.parts],
        **win_row(one.win),
        "best": one.win.fan == best.fan,
    }

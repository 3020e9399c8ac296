"""The fan of a complete hand on the terminal, in both languages."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from mj_bot.tiles import tile_of, tiles_of
from mj_lab.text.notation import Notation, both, in_notation, tiles_text, wind
from mj_lab.text.tables import plain_table

_FLAG_NAMES = {
    "self-drawn": "self-drawn 自摸",
    "last-copy": "last copy 绝张",
    "replacement": "replacement tile of a kong 杠上",
    "robbing": "robbing a kong 抢杠",
    "last-tile": "last tile of the wall 海底",
}

_LEFT_OUT = (
    "{} inside the Knitted Straight is {} fan by PyMahjongGB and none by the published judge: "
    "it is not counted. 组合龙内的听牌不计。"
)


def print_fan_study(
    console: Console, found: dict[str, Any], notation: Notation = Notation.LETTERS
) -> None:
    """Print the fans of a hand, its pay, and every way to read it."""
    tiles = " ".join([found["hand"], *found["melds"]]).strip()
    won = in_notation(f"{tiles} + {both(tile_of(found['tile']))}", notation)
    console.print(won, style="bold", markup=False, highlight=False)
    winds = f"seat {wind(found['seat'])}, prevalent wind 圈风 {wind(found['prevalent_wind'])}"
    words = [winds, *(_FLAG_NAMES[flag] for flag in found["flags"])]
    console.print(", ".join(words), markup=False, highlight=False)
    table = plain_table("fan 番种", "", "times", "points")
    table.columns[2].justify = table.columns[3].justify = "right"
    for chinese, english, value, times in found["fans"]:
        table.add_row(chinese, english, f"{times}" if times > 1 else "", f"{value * times}")
    console.print(table)
    console.print(_total(found), style="bold", markup=False, highlight=False)
    for chinese, english, value, _ in found["left_out"]:
        console.print(_LEFT_OUT.format(f"{english} {chinese}", value), style="dim", highlight=False)
    if len(found["divisions"]) > 1:
        _print_divisions(console, found, notation)


def _total(found: dict[str, Any]) -> str:
    total = f"{found['fan']} fan 番"
    if found["flowers"]:
        total += f" and {found['flowers']} of flowers 花"
    if not found["enough"]:
        return f"{total}: under 8, no win may be declared 不足 8 番，不能和"
    points = found["points"]
    if points["giver"] is None:
        return f"{total}: +{points['all']} points 分, {points['others']} from each 每家"
    giver = f"{points['giver']} from who gave it 放铳者"
    return f"{total}: +{points['all']} points 分, {giver}, {points['others']} from the others 其余"


def _print_divisions(console: Console, found: dict[str, Any], notation: Notation) -> None:
    count = len(found["divisions"])
    console.print(f"\nIt can be read in {count} ways 有 {count} 种拆法:", highlight=False)
    for one in found["divisions"]:
        parts = (tiles_of(" ".join(part["tiles"])) for part in one["parts"])
        sets = " ".join(tiles_text(tiles, notation) for tiles in parts)
        mark = "* " if one["best"] else "  "
        if one["fan"] is None:
            fans_text = "not above the best 不高于最高者"
        else:
            fans = ", ".join(
                f"{chinese} {english} {value * times}"
                for chinese, english, value, times in one["fans"]
            )
            fans_text = f"{one['fan']} fan 番: {fans}"
        form = f"{one['chinese']} {one['english']}"
        line = f"{mark}{sets}  ({form})\n    {fans_text}"
        console.print(line, markup=False, highlight=False, style="bold" if one["best"] else "")
    console.print(
        "* what the hand counts. MahjongGB counts all fans; a reading other than the best is asked "
        "with its chows laid open, and what that changes is put back.",
        style="dim",
        highlight=False,
    )

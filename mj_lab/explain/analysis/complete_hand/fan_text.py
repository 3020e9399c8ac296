"""The fan of a complete hand on the terminal, in both languages."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from mj_bot.tiles import tile_of, tiles_of
from mj_lab.core.text.notation import Notation, both, in_notation, tiles_text, wind
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.analysis.complete_hand.fan_study import CALCULATORS, JUDGE, MAHJONGGB

_FLAG_NAMES = {
    "self-drawn": "self-drawn 自摸",
    "last-copy": "last copy 绝张",
    "replacement": "replacement tile of a kong 杠上",
    "robbing": "robbing a kong 抢杠",
    "last-tile": "last tile of the wall 海底",
}

_COUNTS = {JUDGE: "the published judge 公布的裁判程序", MAHJONGGB: "PyMahjongGB"}
_WHY_TWO = (
    "PyMahjongGB counts the wait inside a Knitted Straight, the published judge does not "
    "组合龙内的听牌只有 PyMahjongGB 计番; --calculator says whose fans are listed."
)


def print_fan_study(
    console: Console, counted: dict[str, Any], notation: Notation = Notation.LETTERS
) -> None:
    """Print the fans of a hand, its pay, and every way to divide it."""
    tiles = " ".join([counted["hand"], *counted["melds"]]).strip()
    won = in_notation(f"{tiles} + {both(tile_of(counted['tile']))}", notation)
    console.print(won, style="bold", markup=False, highlight=False)
    winds = f"seat {wind(counted['seat'])}, prevalent wind 圈风 {wind(counted['prevalent_wind'])}"
    conditions = [winds, *(_FLAG_NAMES[flag] for flag in counted["flags"])]
    console.print(", ".join(conditions), markup=False, highlight=False)
    table = plain_table("fan 番种", "", "times", "points")
    table.columns[2].justify = table.columns[3].justify = "right"
    for chinese, english, value, times in counted["fans"]:
        table.add_row(chinese, english, f"{times}" if times > 1 else "", f"{value * times}")
    console.print(table)
    other = counted["other"]
    if other is None:
        console.print(_total(counted), style="bold", markup=False, highlight=False)
    else:
        theirs = {
            **counted,
            **other,
            "calculator": next(
                calculator for calculator in CALCULATORS if calculator != counted["calculator"]
            ),
        }
        for result, style in ((counted, "bold"), (theirs, "")):
            line = f"{_total(result)}, by {_COUNTS[result['calculator']]}"
            console.print(line, style=style, markup=False, highlight=False)
        console.print(_WHY_TWO, style="dim", highlight=False)
    if len(counted["divisions"]) > 1:
        _print_divisions(console, counted, notation)


def _total(counted: dict[str, Any]) -> str:
    total = f"{counted['fan']} fan 番"
    if counted["flowers"]:
        total += f" and {counted['flowers']} of flowers 花"
    if not counted["enough"]:
        return f"{total}: under 8, no win may be declared 不足 8 番，不能和"
    points = counted["points"]
    if points["giver"] is None:
        return f"{total}: +{points['all']} points 分, {points['others']} from each 每家"
    giver = f"{points['giver']} from who gave it 放铳者"
    return f"{total}: +{points['all']} points 分, {giver}, {points['others']} from the others 其余"


def _print_divisions(console: Console, counted: dict[str, Any], notation: Notation) -> None:
    count = len(counted["divisions"])
    console.print(f"\nIt can be read in {count} ways 有 {count} 种拆法:", highlight=False)
    for division in counted["divisions"]:
        parts = (tiles_of(" ".join(part["tiles"])) for part in division["parts"])
        sets = " ".join(tiles_text(tiles, notation) for tiles in parts)
        mark = "* " if division["best"] else "  "
        fans = ", ".join(
            f"{chinese} {english} {value * times}"
            for chinese, english, value, times in division["fans"]
        )
        form = f"{division['chinese']} {division['english']}"
        line = f"{mark}{sets}  ({form})\n    {division['fan']} fan 番: {fans}"
        console.print(line, markup=False, highlight=False, style="bold" if division["best"] else "")
    console.print("* what the hand counts 计这种", style="dim", highlight=False)

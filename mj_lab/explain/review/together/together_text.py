"""Prints the players of a review: losses by kind, and style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.core.options import ADVISER
from mj_lab.core.text.labels import fan_label
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.analysis.losses import LOSS_KINDS
from mj_lab.explain.review.together.report import ReviewReport

KIND_NAMES = {
    "discard early": "early discard 前期出牌",
    "discard middle": "middle discard 中期出牌",
    "discard late": "late discard 后期出牌",
    "defence": "defence 防守",
    "claim made": "claim made 多吃碰",
    "claim missed": "claim missed 漏吃碰",
    "kong": "kong 杠",
    "win passed": "win passed 漏和",
    "win taken": "win taken 不该和",
}
# Each figure: its name, its digits, its unit, its factor.
_STYLE_ROWS = {
    "win_rate": ("wins 和牌率", 0, "%", 100),
    "deal_in_rate": ("deals in 放铳率", 0, "%", 100),
    "self_drawn_share": ("self-drawn 自摸", 0, "%", 100),
    "mean_fan": ("mean fan 番数", 1, "", 1),
    "win_turn": ("win turn 巡目", 1, "", 1),
    "claims": ("claims 副露", 2, "", 1),
    "first_claim_turn": ("1st claim 首露", 1, "", 1),
}
_MOST_FANS = 4
# Columns that a narrow terminal drops, in this order.
_SPARE = ("lost/game", "luck", "mistakes/100", "decisions")
# The width left for names; longer names wrap.
_NAME_ROOM = 16


def kind_table(players: Sequence[Mapping[str, Any]], width: int) -> Table:
    """Points lost a hand: a row for each kind, as many players as fit."""
    columns = {
        player["name"]: [shown_mean(player["kinds"][kind], 2) for kind in LOSS_KINDS]
        for player in players
    }
    return _player_columns("kind 类别", [KIND_NAMES[kind] for kind in LOSS_KINDS], columns, width)


def print_style(console: Console, report: ReviewReport) -> None:
    """Print the players' styles; under each figure the adviser's on the same walls."""
    named = [
        (player["name"], player["style"], player["same_walls"])
        for player in report.players
        if player["style"] is not None
    ]
    if not named or report.style is None:
        return
    named.append(("all 全部", report.style, None))
    columns = {
        name: [_both(key, style, again) for key in _STYLE_ROWS] for name, style, again in named
    }
    rows = [name for name, *_ in _STYLE_ROWS.values()]
    head = f"How they play; below it {ADVISER} on the same walls 打法，下行为 {ADVISER} 打同样牌墙"
    console.print("\n" + head)
    console.print(_player_columns("figure 数据", rows, columns, console.width))
    for name, style, again in named:
        console.print(escape(f"{name}: {_fans(style)}"), highlight=False)
        if again is not None:
            console.print(escape(f"  {ADVISER}: {_fans(again)}"), highlight=False)


def _player_columns(
    head: str, rows: Sequence[str], columns: Mapping[str, Sequence[str]], width: int
) -> Table:
    """Row names, and a column for each player: the last, and as many of the first as fit."""
    room = width - max(map(cell_len, (head, *rows)))
    # Long names wrap, figures never do.
    wide = {name: 2 + max(_NAME_ROOM // 2, _width("", cells)) for name, cells in columns.items()}
    shown = list(columns)
    while len(shown) > 2 and sum(wide[name] for name in shown) > room:
        del shown[-2]
    table = plain_table(head, *map(escape, shown), right=len(shown))
    for column, name in zip(table.columns[1:], shown, strict=True):
        column.no_wrap, column.overflow, column.max_width = False, "fold", wide[name] - 2
    for index, row in enumerate(rows):
        table.add_row(row, *(columns[name][index] for name in shown))
    return table


def _both(key: str, style: Mapping[str, Any], again: Mapping[str, Any] | None) -> str:
    _, digits, unit, scale = _STYLE_ROWS[key]
    means = [figures[key] for figures in (style, again) if figures is not None]
    return "\n".join(shown_mean(mean, digits, unit, scale) for mean in means)


def _fans(style: Mapping[str, Any]) -> str:
    fans = list(style["main_fans"].items())[:_MOST_FANS]
    named = ", ".join(f"{' '.join(fan_label(name))} {count}" for name, count in fans)
    return f"{style['wins']} wins of {style['hands']} hands" + (f": {named}" if named else "")


def named_table(
    head: str,
    names: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    width: int,
    spare: Sequence[str] = _SPARE,
) -> Table:
    """Names and their figures, no line wider than `width`.

    Names wrap, figures never do. spare: how the heads of columns begin that are dropped, in this
    order, if they do not fit.
    """
    shown = dict(columns)
    longest = max((cell_len(line) for name in names for line in name.splitlines()), default=0)
    room = width - min(_NAME_ROOM, longest)
    for begins in spare:
        if sum(1 + _width(key, cells) for key, cells in shown.items()) <= room:
            break
        shown = {key: cells for key, cells in shown.items() if not key.startswith(begins)}
    table = plain_table(head, *shown, right=len(shown))
    table.columns[0].no_wrap = False
    for name, *cells in zip(names, *shown.values(), strict=True):
        table.add_row(escape(name), *cells)
    return table


def _width(head: str, cells: Sequence[str]) -> int:
    return max(cell_len(line) for text in (head, *cells) for line in text.splitlines() or [""])


def shown_mean(figure: Mapping[str, Any], digits: int, unit: str = "", scale: int = 1) -> str:
    """A mean with its error."""
    mean, error = figure["mean"], figure["error"]
    if mean is None:
        return "-"
    text = f"{scale * mean:.{digits}f}"
    return (text if error is None else f"{text} ± {scale * error:.{digits}f}") + unit

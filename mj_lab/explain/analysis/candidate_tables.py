"""Prints a decision's candidates: one table of numbers, one of target hands.

There are two tables because the fans of a target, by both names, need a whole line of 80 columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from mj_bot.tiles import TILE_KINDS, tile_of
from mj_engine.fans import NEVER
from mj_lab.core.text.labels import fan_label, route_label
from mj_lab.core.text.notation import Notation, compact, in_both, in_chinese, in_notation
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.analysis.explanation import Row
from mj_lab.explain.analysis.losses import SLIGHT, loss_scale

HEADS = {
    "value": "value\n估值",
    "win_chance": "win\n和牌率",
    "expected_score": "points\n期望得分",
    "deal_in": "danger\n放铳率",
    "probability": "likely\n概率",
    "learned": "learned\n修正",
}
_POINTS = ("expected_score", "learned")
_PERCENT = ("win_chance", "deal_in", "probability")
# A tactic's internal scales; not shown if it gives points.
_INSIDE = ("value", "hand_value")
# A value beyond this marks an action that the tactic always takes, such as a win.
_ALWAYS = 1000
_OWN_KEYS = ("shanten", "copies", "fan", "chosen")
# Shown as a discard's danger if nothing is known of the other seats.
UNKNOWN = "?"
# Shown after an action that is as good as the chosen one.
SAME = "≈"
UNKNOWN_NOTE = f"{UNKNOWN}: unknown 不详, nothing is known of the others"

_TARGETS_SHOWN = 2
_OUT_OF_REACH = 9.995


def candidate_table(
    rows: Sequence[Row],
    chosen: str,
    nearest: int = 0,
    notation: Notation = Notation.LETTERS,
) -> Table:
    """A table of actions with the tactic's numbers for them, the chosen one in bold.

    Actions that are as good are marked SAME, explained below the table.

    nearest: how many routes are shown with their distances, if the tactic has routes.
    """
    columns = _value_columns(rows)
    heads = [HEADS.get(key, key.replace("_", " ")) for key in columns]
    table = plain_table("action\n操作", *heads, right=len(heads))
    lines = [
        [in_both(row["action"]) + (f" {SAME}" if row.get("as_good") else "")]
        + [_cell(key, row) for key in columns]
        for row in rows
    ]
    for head, texts in (
        ("shanten\n向听", [_shanten(row) for row in rows]),
        ("effective (copies)\n进张 (张)", [_effective(row) for row in rows]),
        ("nearest\n最近路线", [", ".join(_routes(row, nearest)) for row in rows]),
    ):
        if any(texts):
            table.add_column(head, overflow="fold")
            for line, text in zip(lines, texts, strict=True):
                line.append(text)
    for row, line in zip(rows, lines, strict=True):
        cells = [escape(in_notation(text, notation)) for text in line]
        table.add_row(*cells, style="bold" if row["action"] == chosen else "")
    if any(row.get("as_good") for row in rows):
        least = loss_scale().limits[SLIGHT]
        lost = f"loses less than {least} points 失分不到{least}"
        table.caption, table.caption_justify = f"{SAME}: as good 同样好, {lost}", "left"
    return table


def leads_table(
    rows: Sequence[Row],
    chosen: str,
    most: int | None,
    routes: int = 0,
    notation: Notation = Notation.LETTERS,
) -> Table:
    """The target hands of the best `most` actions; actions with the same targets share a row.

    routes: how many have their distances shown, for the choice and for rows without targets.
    """
    actions: dict[str, list[str]] = {}
    for row in rows:
        targets = [
            _target(target) for target in row.get("targets") or [] if isinstance(target, dict)
        ]
        lines = targets[:_TARGETS_SHOWN]
        if not lines or row["action"] == chosen:
            lines += [f"{_both(key)} {text}" for key, text in _nearest(row, routes)]
        if lines:
            actions.setdefault("\n".join(lines), []).append(in_both(row["action"]))
    table = plain_table(
        "\naction\n操作", "\nleads to: missing tiles (copies left)\n目标牌型：所缺牌 (张)"
    )
    for text, which in list(actions.items())[:most]:
        cells = [escape(in_notation(cell, notation)) for cell in ("\n".join(which), text)]
        table.add_row(*cells)
    return table


def figure(key: str, value: Any) -> str:
    """A tactic's number as text, by its key.

    >>> figure("win_chance", 0.1234), figure("expected_score", 3.14), figure("value", 10012)
    ('12.3%', '+3.1', 'always')
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else str(value)
    if key == "value" and abs(value) >= _ALWAYS:
        return "always"
    if key in _PERCENT:
        return f"{100 * value:.1f}%"
    if key in _POINTS:
        return f"{value:+.1f}"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def reason_lines(why: Mapping[str, Any] | None) -> list[str]:
    """Why one action and not another, a line in each language; empty if unknown."""
    if why is None:
        return []
    better, than = why["better"], why["than"]
    if [fact["kind"] for fact in why["facts"]] == ["equal"]:
        return [
            f"{better} or {than}: {why['english']}",
            f"{in_chinese(better)}或{in_chinese(than)}：{why['chinese']}",
        ]
    return [
        f"why {better}, not {than}: {why['english']}",
        f"为何{in_chinese(better)}而非{in_chinese(than)}：{why['chinese']}",
    ]


def _cell(key: str, row: Row) -> str:
    """A figure of an action as text; UNKNOWN for an unknown danger."""
    if key == "deal_in" and key in row and row[key] is None:
        return UNKNOWN
    return figure(key, row.get(key))


def distance_text(distance: int) -> str:
    """A shanten in words.

    >>> distance_text(-1), distance_text(0), distance_text(2), distance_text(NEVER)
    ('complete 和', 'ready 听', '2', 'dead 死听')
    """
    return {-1: "complete 和", 0: "ready 听", NEVER: "dead 死听"}.get(distance, str(distance))


def effective_text(effective: dict[str, int]) -> str:
    """Effective tiles by suit, and how many copies are left in all.

    >>> effective_text({"W1": 4, "W4": 3, "F1": 1})
    'W14 F1 (8)'
    """
    counts = [0] * TILE_KINDS
    for code in effective:
        counts[tile_of(code)] = 1
    return f"{compact(counts)} ({sum(effective.values())})".strip()


def _value_columns(rows: Sequence[Row]) -> list[str]:
    """The keys of single numbers that a tactic gave, the known ones first."""
    keys = dict.fromkeys(
        key
        for row in rows
        for key, value in row.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    )
    if any("deal_in" in row for row in rows):
        keys["deal_in"] = None
    left_out = _OWN_KEYS + (_INSIDE if "expected_score" in keys else ())
    known = [key for key in HEADS if key in keys and key not in left_out]
    return known + [key for key in keys if key not in known and key not in left_out]


def _shanten(row: Row) -> str:
    if "shanten" in row:
        return distance_text(row["shanten"])
    return f"{row['fan']} fan" if "fan" in row else ""


def _effective(row: Row) -> str:
    effective = row.get("effective")
    return effective_text(effective) if isinstance(effective, dict) and effective else ""


def _nearest(row: Row, most: int) -> list[tuple[str, str]]:
    distances = row.get("distances")
    if not isinstance(distances, dict):
        return []
    near = sorted((d, key) for key, d in distances.items() if d is not None and d < _OUT_OF_REACH)
    return [(key, f"{distance:.2f}") for distance, key in near[:most]]


def _routes(row: Row, most: int) -> list[str]:
    return [f"{key} {text}" for key, text in _nearest(row, most)]


def _both(key: str) -> str:
    return _pair(route_label(key))


def _target(target: dict[str, Any]) -> str:
    fans = ", ".join(_pair(fan_label(_name(fan))) for fan in target.get("fans") or [])
    if isinstance(target.get("fan"), int):
        fans = f"{target['fan']} fan: {fans}"
    missing = target.get("missing") or {}
    tiles = " ".join(f"{code}({left})" for code, left in missing.items())
    return f"{fans}: {tiles}" if tiles else fans


def _name(fan: Any) -> str:
    return str(fan[0]) if isinstance(fan, list) and fan else str(fan)


def _pair(names: tuple[str, str]) -> str:
    chinese, english = names
    return chinese if chinese == english else f"{chinese} {english}"

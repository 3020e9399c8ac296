"""A study on the terminal: tables that a person reads from the top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_bot.tiles import TILE_KINDS, tile_of
from mj_lab.analysis.labels import fan_label, route_label
from mj_lab.analysis.study import Row, Study
from mj_lab.notation import both, compact, wind

_ROUTES_SHOWN = 4
_SHAPES_SHOWN = 2
_OUT_OF_REACH = 9.995


def print_study(console: Console, found: Study, top: int) -> None:
    """Print a study; of long lists the first `top`, 0 for all."""
    _head(console, found)
    if found["stage"] == "short":
        console.print(_additions(found, top or None))
        return
    console.print(_forms(found["forms"]))
    if found["stage"] == "draw":
        if found["win"] is not None:
            console.print(f"wins 和 with {both(tile_of(found['drawn']))}: {_win(found['win'])}")
        console.print(_actions(found, top or None))
        return
    if found["wins"]:
        console.print(_wins(found["wins"]))
    if found["claims"]:
        console.print(_claims(found, top or None))
    else:
        console.print("no discard of another seat can be claimed")


def _head(console: Console, found: Study) -> None:
    melds = " ".join(found["melds"])
    place = f"seat {wind(found['seat'])}, prevalent wind 圈风 {wind(found['prevalent_wind'])}"
    console.print(f"{found['hand']} {melds}".strip(), style="bold", markup=False, highlight=False)
    console.print(f"{place}, turn {found['turn']}; tactic {found['tactic']}", highlight=False)
    if found["stage"] == "short":
        size = len(found["tiles"])
        console.print(
            f"{size} tiles are one short of {size + 1}: what each tile would make of them"
        )


def distance_text(distance: int) -> str:
    """A shanten in words.

    >>> distance_text(-1), distance_text(0), distance_text(2)
    ('complete 和', 'ready 听', '2')
    """
    return {-1: "complete 和", 0: "ready 听"}.get(distance, str(distance))


def _forms(forms: Sequence[Row]) -> Table:
    table = Table("form 牌型", "", "shanten 向听", "useful tiles 有效牌 (copies left)")
    for form in forms:
        useful = useful_text(form["useful"]) if form["shanten"] >= 0 else ""
        table.add_row(form["chinese"], form["english"], distance_text(form["shanten"]), useful)
    return table


def useful_text(useful: dict[str, int]) -> str:
    """Useful tiles by suit, and how many copies are left in all.

    >>> useful_text({"W1": 4, "W4": 3, "F1": 1})
    'W14 F1 (8)'
    """
    counts = [0] * TILE_KINDS
    for code in useful:
        counts[tile_of(code)] = 1
    return f"{compact(counts)} ({sum(useful.values())})".strip()


def _actions(found: Study, top: int | None) -> Table:
    rows = found["actions"]
    heads, cells = candidate_cells(rows[:top])
    table = Table(*heads, title=f"{found['tactic']} plays {found['choice']}", title_justify="left")
    for row, line in zip(rows, cells, strict=False):
        table.add_row(*line, style="bold" if row["chosen"] else "")
    if top is not None and len(rows) > top:
        table.caption = f"{len(rows) - top} more: --top 0 shows all"
    return table


def candidate_cells(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Candidates as the heads and lines of a table: columns for what any of them has to say."""
    columns = _value_columns(rows)
    heads = ["action", *(_HEADS.get(key, key.replace("_", " ")) for key in columns)]
    lines = [
        [_action_text(row["action"]), *(_number(row.get(key)) for key in columns)] for row in rows
    ]
    more = (
        (
            "shanten",
            lambda row: distance_text(row["shanten"]) if "shanten" in row else _fan_of(row),
        ),
        ("useful (copies)", lambda row: useful_text(row["useful"]) if _counts(row) else ""),
        ("leads to", _leads),
    )
    for head, text in more:
        column = [text(row) for row in rows]
        if any(column):
            heads.append(head)
            for line, cell in zip(lines, column, strict=True):
                line.append(cell)
    return heads, lines


def _counts(row: Row) -> bool:
    """Whether a row has useful tiles with their copies."""
    useful = row.get("useful")
    return isinstance(useful, dict) and bool(useful)


_HEADS = {"value": "value", "win_chance": "win chance", "expected_score": "score"}
_OWN_KEYS = ("shanten", "copies", "fan", "chosen")


def _value_columns(rows: Sequence[Row]) -> list[str]:
    """The keys of single numbers that a tactic gave, the known ones first."""
    keys = dict.fromkeys(
        key
        for row in rows
        for key, value in row.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    )
    known = [key for key in _HEADS if key in keys]
    return known + [key for key in keys if key not in known and key not in _OWN_KEYS]


def _number(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)


def _action_text(action: str) -> str:
    words = action.split()
    return f"{action} {both(tile_of(words[1])).split()[1]}" if words[0] == "PLAY" else action


def _fan_of(row: Row) -> str:
    return f"{row['fan']} fan" if "fan" in row else ""


def _leads(row: Row) -> str:
    """Where an action leads: the likeliest shapes; of the best rows, or without any, the routes."""
    shapes = [_shape(shape) for shape in row.get("shapes") or [] if isinstance(shape, dict)]
    distances = row.get("distances")
    if not isinstance(distances, dict) or (shapes and not row.get("chosen")):
        return "\n".join(shapes[:_SHAPES_SHOWN])
    near = sorted((d, key) for key, d in distances.items() if d is not None and d < _OUT_OF_REACH)
    routes = [f"{_both(route_label(key))} {d:.2f}" for d, key in near[:_ROUTES_SHOWN]]
    return "\n".join(shapes[:_SHAPES_SHOWN] + routes)


def _shape(shape: dict[str, Any]) -> str:
    fans = ", ".join(_both(fan_label(_name(fan))) for fan in shape.get("fans") or [])
    missing = shape.get("missing") or {}
    tiles = " ".join(f"{code}({left})" for code, left in missing.items())
    return escape(f"{fans}: {tiles}" if tiles else fans)


def _name(fan: Any) -> str:
    return str(fan[0]) if isinstance(fan, list) and fan else str(fan)


def _both(names: tuple[str, str]) -> str:
    chinese, english = names
    return chinese if chinese == english else f"{chinese} {english}"


def _win(found: Row) -> str:
    fans = ", ".join(
        f"{name} {english} {value * times}" for name, english, value, times in found["fans"]
    )
    enough = "" if found["enough"] else ", under 8"
    return f"{found['fan']} fan{enough}: {fans}"


def _wins(rows: Sequence[Row]) -> Table:
    table = Table("wins on 听牌", "left")
    for head in ("on a discard 点和", "self-drawn 自摸"):
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(
            both(tile_of(row["tile"])),
            str(row["left"]),
            _win(row["on_discard"]),
            _win(row["self_drawn"]),
        )
    return table


def _claims(found: Study, top: int | None) -> Table:
    rows = found["claims"]
    columns = [
        key for key in ("value", "win_chance", "expected_score") if any(key in row for row in rows)
    ]
    table = Table(
        title=f"If another seat discards it, {found['tactic']} does", title_justify="left"
    )
    for head in ("tile", "left", "can be", "does", "shanten claimed"):
        table.add_column(head)
    for key in columns:
        table.add_column(f"{_HEADS[key]}\nclaimed / passed", justify="right")
    for row in rows[:top]:
        reached = row["claimed_shanten"]
        cells = [
            both(tile_of(row["tile"])),
            str(row["left"]),
            " ".join(row["can"]),
            row["choice"],
            distance_text(reached) if reached is not None else "",
        ]
        cells += [f"{_number(row.get(key))} / {_number(row.get('pass_' + key))}" for key in columns]
        table.add_row(*cells, style="" if row["choice"] == "PASS" else "bold")
    table.caption = "A chow only of the seat before; the rest from any seat."
    return table


def _additions(found: Study, top: int | None) -> Table:
    table = Table("tile", "left", "shanten 向听", "useful tiles 有效牌 (copies left)")
    for row in found["additions"][:top]:
        useful = useful_text(row["useful"])
        distance = distance_text(row["shanten"])
        table.add_row(both(tile_of(row["tile"])), str(row["left"]), distance, useful)
    return table

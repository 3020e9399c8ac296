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

_ROUTES_SHOWN = 3
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
    columns = _value_columns(rows)
    table = Table(title=f"{found['tactic']} plays {found['choice']}", title_justify="left")
    table.add_column("action")
    for key in columns:
        table.add_column(_HEADS.get(key, key.replace("_", " ")), justify="right")
    table.add_column("shanten")
    table.add_column("useful (copies)")
    leads = any(_leads(row) for row in rows)
    if leads:
        table.add_column("leads to")
    for row in rows[:top]:
        cells = [_action_text(row["action"])]
        cells += [_number(row.get(key)) for key in columns]
        cells.append(distance_text(row["shanten"]) if "shanten" in row else _fan_of(row))
        cells.append(useful_text(row["useful"]) if row.get("useful") else "")
        cells += [_leads(row)] * leads
        table.add_row(*cells, style="bold" if row["chosen"] else "")
    if top is not None and len(rows) > top:
        table.caption = f"{len(rows) - top} more: --top 0 shows all"
    return table


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
    """Where an action leads: the nearest routes, or the likeliest shapes."""
    shapes = [_shape(shape) for shape in row.get("shapes") or [] if isinstance(shape, dict)]
    if shapes:
        return "\n".join(shapes[:_SHAPES_SHOWN])
    distances = row.get("distances")
    if not isinstance(distances, dict):
        return ""
    near = sorted((d, key) for key, d in distances.items() if d is not None and d < _OUT_OF_REACH)
    return "\n".join(f"{_both(route_label(key))} {d:.2f}" for d, key in near[:_ROUTES_SHOWN])


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

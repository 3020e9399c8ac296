"""Prints a study as tables, the most important first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from mj_bot.events import HU
from mj_bot.tiles import tile_of
from mj_engine.fans import NEVER
from mj_lab.core.text.notation import Notation, both, in_both, in_notation, wind
from mj_lab.core.text.tables import plain_table
from mj_lab.explain.analysis.candidate_tables import (
    HEADS,
    UNKNOWN_NOTE,
    candidate_table,
    distance_text,
    effective_text,
    figure,
    leads_table,
    reason_lines,
)
from mj_lab.explain.analysis.complete_hand.waits_text import UNDER_EIGHT, only_fan, wait_lines
from mj_lab.explain.analysis.explanation import Row
from mj_lab.explain.analysis.hand_analysis import Study

# How many routes are shown, and how many actions with their targets.
_ROUTES_SHOWN = 4
LEADS_SHOWN = 5


def print_study(console: Console, analysis: Study, notation: Notation = Notation.LETTERS) -> None:
    """Print a study."""
    _head(console, analysis, notation)
    if analysis["stage"] == "short":
        console.print(_additions(analysis, notation))
        return
    if analysis["stage"] == "draw" and analysis["win"] is not None:
        tile, win = in_notation(both(tile_of(analysis["drawn"])), notation), analysis["win"]
        head = "won 和" if win["enough"] else only_fan(win["fan"])
        style = "" if win["enough"] else UNDER_EIGHT
        console.print(f"{head}, with {tile}: {_win(win)}", style=style)
    console.print(_forms(analysis["forms"], notation))
    if analysis["stage"] == "draw":
        console.print(_table_assumed(analysis["table"]), highlight=False)
        console.print(_actions(analysis, notation))
        return
    if analysis["wins"]:
        console.print(_wins(analysis["wins"], notation))
    if analysis["claims"]:
        console.print(_claims(analysis, notation))
    else:
        console.print("no discard of another seat can be claimed")


def _head(console: Console, analysis: Study, notation: Notation) -> None:
    tiles = in_notation(" ".join([analysis["hand"], *analysis["melds"]]).strip(), notation)
    winds = f"seat {wind(analysis['seat'])}, prevalent wind 圈风 {wind(analysis['prevalent_wind'])}"
    console.print(tiles, style="bold", markup=False, highlight=False)
    console.print(f"{winds}, turn {analysis['turn']}; tactic {analysis['tactic']}", highlight=False)
    if analysis["stage"] == "short":
        size = len(analysis["tiles"])
        console.print(
            f"{size} tiles are one short of {size + 1}: what each tile would make of them"
        )


def _table_assumed(table: Row) -> str:
    """The table that the figures assume, in words."""
    left = f"{table['own_draws_left']} own draws left 还能摸{table['own_draws_left']}张"
    if table["known"]:
        return left
    return f"{left}; the others' discards are not given: an average table 按一般牌局估计"


def _forms(forms: Sequence[Row], notation: Notation) -> Table:
    table = Table("form 牌型", "", "shanten 向听", "effective tiles 进张 (copies left)")
    for form in forms:
        lacks = form["shanten"] >= 0 and not form["dead"]
        effective = in_notation(effective_text(form["effective"]) if lacks else "", notation)
        distance = distance_text(NEVER if form["dead"] else form["shanten"])
        table.add_row(form["chinese"], form["english"], distance, effective)
    return table


def _actions(analysis: Study, notation: Notation) -> Group:
    rows, chosen = analysis["actions"], analysis["choice"]
    plays = f"{analysis['tactic']} plays {in_notation(chosen, notation)}"
    parts: list[Text | Table] = [_title(plays)]
    parts += [Text(in_notation(line, notation)) for line in reason_lines(analysis["reason"])]
    if analysis["which_discard"] is not None and analysis["tactic"] != "which_discard":
        parts.append(Text(in_notation(_network(analysis["which_discard"]), notation)))
    parts.append(candidate_table(rows, chosen, notation=notation))
    if any(row.get("deal_in", 0) is None for row in rows):
        parts.append(_title(UNKNOWN_NOTE))
    waits = wait_lines(analysis["waits"].get(chosen, ()), notation)
    if waits:
        parts += [_title(f"{in_notation(chosen, notation)} waits for 听"), *waits]
    leads = leads_table(rows, chosen, LEADS_SHOWN, _ROUTES_SHOWN, notation)
    return Group(*parts, *([leads] if leads.row_count else []))


def _network(said: Row) -> str:
    best = ", ".join(
        f"{in_both(discard['action'])} {figure('probability', discard['probability'])}"
        for discard in said["discards"]
    )
    return f"which_discard, a network 神经网络: {best}"


def _title(text: str) -> Text:
    # Not the table's own caption, which would wrap under a narrow table.
    return Text(text, "italic")


def _styled(row: Row) -> Text:
    return Text(_win(row), "" if row["enough"] else UNDER_EIGHT)


def _win(row: Row) -> str:
    fans = ", ".join(
        f"{name} {english} {value * times}" for name, english, value, times in row["fans"]
    )
    enough = "" if row["enough"] else ", under 8"
    points = f", {row['points']} points"
    return f"{row['fan']} fan{enough or points}: {fans}"


def _wins(rows: Sequence[Row], notation: Notation) -> Table:
    table = Table("wins on 听牌", "left")
    for head in ("on a discard 点和", "self-drawn 自摸"):
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(
            in_notation(both(tile_of(row["tile"])), notation),
            str(row["left"]),
            *(_styled(row[way]) for way in ("on_discard", "self_drawn")),
        )
    return table


def _claims(analysis: Study, notation: Notation) -> Group:
    rows = analysis["claims"]
    columns = [
        key for key in ("win_chance", "expected_score") if any(key in row for row in rows)
    ] or [key for key in ("value",) if any(key in row for row in rows)]
    table = plain_table("tile", "left", "can be", "does", "shanten\nclaimed")
    for key in columns:
        head = HEADS[key].replace("\n", " ")
        table.add_column(f"{head}\nclaimed / passed", justify="right", no_wrap=True)
    for row in rows:
        reached = row["claimed_shanten"]
        cells = [
            in_notation(both(tile_of(row["tile"])), notation),
            str(row["left"]),
            " ".join(row["can"]),
            in_notation(row["choice"], notation),
            distance_text(reached) if reached is not None else "",
        ]
        for key in columns:
            passed = figure(key, row.get("pass_" + key))
            cells.append(f"{figure(key, row.get(key))} / {passed}")
        table.add_row(*cells, style="" if row["choice"] == "PASS" else "bold")
    title = f"If another seat discards it, {analysis['tactic']} says"
    notes = ["A chow only of the seat before; the rest from any seat."]
    if any(row["choice"] == HU and _is_pass_ahead(row) for row in rows):
        notes.append("A win whose pass has the higher figure is taken: too little to be sure.")
    return Group(_title(title), table, *map(_title, notes))


def _is_pass_ahead(row: Row) -> bool:
    return bool(row.get("pass_expected_score", 0.0) > row.get("expected_score", 0.0))


def _additions(analysis: Study, notation: Notation) -> Table:
    table = Table("tile", "left", "shanten 向听", "effective tiles 进张 (copies left)")
    for row in analysis["additions"]:
        effective = in_notation(effective_text(row["effective"]), notation)
        tile = in_notation(both(tile_of(row["tile"])), notation)
        table.add_row(tile, str(row["left"]), distance_text(row["shanten"]), effective)
    return table

"""A duel on the terminal: one table that a person reads at a glance, and what it proves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.arena.report.verdict import verdicts
from mj_lab.arena.unit import match_name
from mj_lab.game.fault_words import explain_options
from mj_lab.text.notation import wind

# Fans that the table names.
_TOP_FANS = 6


def signed(value: float | None, digits: int = 2) -> str:
    """A number with its sign, or a dash.

    >>> signed(1.234), signed(None), signed(-0.001)
    ('+1.23', '–', '+0.00')
    """
    if value is None:
        return "–"
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def number(value: float | None, digits: int = 2) -> str:
    """A number, or a dash."""
    return "–" if value is None else f"{value:.{digits}f}"


def share(value: float | None) -> str:
    """A share in percent, or a dash."""
    return "–" if value is None else f"{100 * value:.1f}%"


def milliseconds(times: dict[str, Any], name: str) -> str:
    """One of a side's times, or a dash where no decision was timed.

    >>> milliseconds({"decisions": 0, "p99_ms": 0.0}, "p99_ms")
    '–'
    >>> milliseconds({"decisions": 9, "p99_ms": 1571.2}, "p99_ms")
    '1571 ms'
    """
    if not times["decisions"]:
        return "–"
    found = times[name]
    return f"{found:.0f} ms" if found >= 1000 else f"{found:.3g} ms"


Figure = tuple[str, Callable[[dict[str, Any], dict[str, Any]], str]]

ROWS: tuple[Figure, ...] = (
    ("score a game and seat", lambda side, _: signed(side["score"])),
    ("  its error by wall", lambda side, _: number(side["score_error"])),
    ("wins 和", lambda side, _: f"{side['wins']} ({share(side['win_rate'])})"),
    ("  self-drawn 自摸", lambda side, _: f"{side['self_drawn']}"),
    ("deal-ins 点炮", lambda side, _: f"{side['deal_ins']} ({share(side['deal_in_rate'])})"),
    ("  fan dealt, mean", lambda side, _: number(side["mean_dealt_fan"], 1)),
    ("hands with a claim 副露", lambda side, _: share(side["call_rate"])),
    ("fan of a win, mean", lambda side, _: number(side["mean_fan"], 1)),
    ("melds of a win, mean", lambda side, _: number(side["mean_melds"])),
    ("turn of a win, mean", lambda side, _: number(side["mean_turn"], 1)),
    ("faults", lambda side, _: faults_text(side["faults"])),
    ("decisions timed", lambda _, times: f"{times['decisions']}"),
    ("  median", lambda _, times: milliseconds(times, "median_ms")),
    ("  99%", lambda _, times: milliseconds(times, "p99_ms")),
    ("  longest", lambda _, times: milliseconds(times, "max_ms")),
)


def faults_text(faults: dict[str, int]) -> str:
    """Faults by verdict in one line.

    >>> faults_text({"WA": 1, "TLE": 2}), faults_text({})
    ('1 WA, 2 TLE', '0')
    """
    return ", ".join(f"{times} {kind}" for kind, times in faults.items()) or "0"


def print_duel(console: Console, summary: dict[str, Any]) -> None:
    """Print one table that a person reads at a glance, and what it proves."""
    mode = summary["mode"] + (" quick" if summary["quick"] else "")
    if summary["clock"] is not None:
        mode += f", {summary['clock']:g} s a decision"
    title = (
        f"{summary['wall_count']} walls, {mode}, seed {summary['seed']}: {summary['games']} games, "
        f"{summary['draws']} drawn ({share(_ratio(summary['draws'], summary['games']))})"
    )
    console.print(title, markup=False, highlight=False, soft_wrap=True)
    table = Table()
    table.add_column("")
    for name in summary["sides"]:
        table.add_column(escape(name), justify="right", overflow="fold")
    times = summary["timing"]["sides"]
    for label, cell in ROWS:
        cells = [cell(side, times[name]) for name, side in summary["sides"].items()]
        table.add_row(label, *cells)
    console.print(table)
    for name, side in summary["sides"].items():
        fans = [f"{fan} {times}" for fan, times in list(side["fans"].items())[:_TOP_FANS]]
        console.print(f"{name}: {', '.join(fans) or 'no win'}", markup=False, highlight=False)
    print_faults(console, summary["timing"]["faults"])
    for line in map(str, verdicts(summary)):
        console.print(line, markup=False, highlight=False, soft_wrap=True, style="bold")


def print_comparison(console: Console, result: dict[str, Any]) -> None:
    """Print two runs and their paired difference."""
    console.print(f"{result['wall_count']} walls that both runs played", highlight=False)
    table = Table("", "difference", "error", "95%")
    names = [" - ".join(run["sides"]) for run in result["runs"]]
    rows = zip((*names, "second - first, by wall"), ("first", "second", "difference"), strict=True)
    for name, key in rows:
        value = result[key]
        between = f"{signed(value['low'])} to {signed(value['high'])}"
        table.add_row(escape(name), signed(value["mean"]), number(value["error"]), between)
    console.print(table)
    if result["saving"] is not None:
        console.print(
            f"the runs correlate by {number(result['correlation'])}: without pairing this error "
            f"takes {result['saving']:.1f} times the walls",
            highlight=False,
            soft_wrap=True,
        )


def print_faults(console: Console, faults: list[dict[str, Any]], most: int = 3) -> None:
    """Print the first faults with the end of what the program said."""
    for fault in faults[:most]:
        where = f"wall {fault['wall']}, game {fault['seating']}, {wind(fault['seat'])}"
        head = f"{fault['player']}: {fault['verdict']} on {where}: {fault['detail']}"
        console.print(head, markup=False, highlight=False, soft_wrap=True, style="red")
        for line in fault["stderr"]:
            console.print(f"    {line}", markup=False, highlight=False, style="dim")
    if len(faults) > most:
        console.print(f"... and {len(faults) - most} more faults", highlight=False)
    if faults and "turn" in faults[0]:
        console.print(f"to look at the first: {_look(faults[0])}", highlight=False, soft_wrap=True)


def _look(fault: dict[str, Any]) -> str:
    file = f"FOLDER/{match_name(fault['wall'], fault['seating'])}.jsonl"
    place = explain_options(fault["seat"], fault["turn"], fault["player"])
    return f"play again with another --store and -o FOLDER, then mj explain {file} {place}"


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None

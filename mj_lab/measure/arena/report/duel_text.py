"""A duel on the terminal: one table, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.core.game.fault_words import explain_options
from mj_lab.core.runner.decision_times import TimesFigures
from mj_lab.core.runner.unit import GameFault, match_name
from mj_lab.core.text.notation import wind
from mj_lab.measure.arena.compare import Comparison
from mj_lab.measure.arena.report.duel_summary import DuelSummary, Side
from mj_lab.measure.arena.report.verdict import verdicts

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


def milliseconds(times: TimesFigures, time: float) -> str:
    """One of a side's times, or a dash if no decision was timed.

    >>> none = TimesFigures(0, 0.0, 0.0, 0.0, 0.0, [], 0.0, 0.0)
    >>> some = TimesFigures(9, 0.3, 1571.2, 1571.2, 0.5, [], 1.6, 2.0)
    >>> milliseconds(none, none.p99_ms), milliseconds(some, some.p99_ms)
    ('–', '1571 ms')
    """
    if not times.decisions:
        return "–"
    return f"{time:.0f} ms" if time >= 1000 else f"{time:.3g} ms"


TextRow = tuple[str, Callable[[Side, TimesFigures], str]]

ROWS: tuple[TextRow, ...] = (
    ("score a game and seat", lambda side, _: signed(side.figures.score)),
    ("  its error by wall", lambda side, _: number(side.score_error)),
    ("wins 和", lambda side, _: f"{side.figures.wins} ({share(side.figures.win_rate)})"),
    ("  self-drawn 自摸", lambda side, _: f"{side.figures.self_drawn}"),
    (
        "deal-ins 放铳",
        lambda side, _: f"{side.figures.deal_ins} ({share(side.figures.deal_in_rate)})",
    ),
    ("  fan dealt, mean", lambda side, _: number(side.figures.mean_dealt_fan, 1)),
    ("hands with a claim 副露", lambda side, _: share(side.figures.call_rate)),
    ("fan of a win, mean", lambda side, _: number(side.figures.mean_fan, 1)),
    ("melds of a win, mean", lambda side, _: number(side.figures.mean_melds)),
    ("turn of a win, mean", lambda side, _: number(side.figures.mean_turn, 1)),
    ("faults", lambda side, _: faults_text(side.figures.faults)),
    ("decisions timed", lambda _, times: f"{times.decisions}"),
    ("  median", lambda _, times: milliseconds(times, times.median_ms)),
    ("  99%", lambda _, times: milliseconds(times, times.p99_ms)),
    ("  longest", lambda _, times: milliseconds(times, times.max_ms)),
)


def faults_text(faults: dict[str, int]) -> str:
    """Faults by verdict in one line.

    >>> faults_text({"WA": 1, "TLE": 2}), faults_text({})
    ('1 WA, 2 TLE', '0')
    """
    return ", ".join(f"{times} {kind}" for kind, times in faults.items()) or "0"


def print_duel(console: Console, summary: DuelSummary) -> None:
    """Print one table, and the verdict."""
    duel, sides = summary.duel, summary.sides
    mode = duel.mode + (" quick" if duel.quick else "")
    if duel.common_wall:
        mode += ", common wall"
    if duel.clock is not None:
        mode += f", {duel.clock:g} s a decision"
    drawn = share(summary.draws / summary.games if summary.games else None)
    title = (
        f"{summary.wall_count} walls, {mode}, seed {duel.seed}: {summary.games} games, "
        f"{summary.draws} drawn ({drawn})"
    )
    console.print(title, markup=False, highlight=False, soft_wrap=True)
    table = Table()
    table.add_column("")
    for name in sides:
        table.add_column(escape(name), justify="right", overflow="fold")
    for label, cell in ROWS:
        cells = [cell(side, summary.timing.sides[name]) for name, side in sides.items()]
        table.add_row(label, *cells)
    console.print(table)
    for name, side in sides.items():
        fans = [f"{fan} {times}" for fan, times in islice(side.figures.fans.items(), _TOP_FANS)]
        console.print(f"{name}: {', '.join(fans) or 'no win'}", markup=False, highlight=False)
    print_faults(console, summary.timing.faults)
    for line in map(str, verdicts(summary)):
        console.print(line, markup=False, highlight=False, soft_wrap=True, style="bold")


def print_comparison(console: Console, result: Comparison) -> None:
    """Print two runs and their paired difference."""
    console.print(f"{result.wall_count} walls that both runs played", highlight=False)
    table = Table("", "difference", "error", "95%")
    rows = [
        *zip((" - ".join(run.sides) for run in result.runs), result.alone, strict=True),
        ("second - first, by wall", result.difference),
    ]
    for name, estimate in rows:
        between = f"{signed(estimate.low)} to {signed(estimate.high)}"
        table.add_row(escape(name), signed(estimate.mean), number(estimate.error), between)
    console.print(table)
    if result.saving is not None:
        console.print(
            f"the runs correlate by {number(result.correlation)}: without pairing this error "
            f"takes {result.saving:.1f} times the walls",
            highlight=False,
            soft_wrap=True,
        )


def print_faults(console: Console, faults: Sequence[GameFault], most: int = 3) -> None:
    """Print the first faults, with the last lines of the programs."""
    for fault in faults[:most]:
        where = f"wall {fault.wall}, game {fault.seating}, {wind(fault.seat)}"
        head = f"{fault.player}: {fault.verdict} on {where}: {fault.detail}"
        console.print(head, markup=False, highlight=False, soft_wrap=True, style="red")
        for line in fault.stderr:
            console.print(f"    {line}", markup=False, highlight=False, style="dim")
    if len(faults) > most:
        console.print(f"... and {len(faults) - most} more faults", highlight=False)
    if faults and faults[0].turn is not None:
        file = f"FOLDER/{match_name(faults[0].wall, faults[0].seating)}.jsonl"
        options = explain_options(faults[0].seat, faults[0].turn, faults[0].player)
        console.print(
            "to look at the first: play again with another --store and -o FOLDER, "
            f"then mj explain {file} {options}",
            highlight=False,
            soft_wrap=True,
        )

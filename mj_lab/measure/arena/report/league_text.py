"""A league on the terminal: standings, style of play, and who is ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_lab.core.runner.decision_times import TimesFigures
from mj_lab.measure.arena.report.duel_text import (
    faults_text,
    milliseconds,
    number,
    print_faults,
    share,
    signed,
)
from mj_lab.measure.arena.report.league_summary import HeadToHead, LeaguePlayer, LeagueSummary

_MATCH_HEADS = ("table points", "matches", "1st 2nd 3rd 4th")


def print_league(console: Console, summary: LeagueSummary) -> None:
    """Print the standings and the crosstable."""
    league, standings = summary.league, summary.standings
    drawn = share(summary.draws / summary.games if summary.games else None)
    alone = league.match == 1
    what = (
        f"{league.seatings} seatings a wall"
        if alone
        else f"matches of {league.match} hands in {league.seatings} orders"
    )
    rounds = "1 round" if len(summary.rounds) == 1 else f"{len(summary.rounds)} rounds"
    title = f"{rounds}, {what}, seed {league.seed}: {summary.games} games, {drawn} drawn"
    console.print(title, markup=False, highlight=False, soft_wrap=True)
    heads = ("points", "walls", "a wall") if alone else _MATCH_HEADS
    _print_columns(
        console,
        (*heads, "score a game", "rating"),
        [(player.name, _standing_cells(player)) for player in standings],
    )
    _print_columns(
        console,
        ("wins 和", "deal-ins 放铳", "fan", "faults", "median", "99%"),
        [
            (player.name, _play_cells(player, summary.timing.sides[player.name]))
            for player in standings
        ],
    )
    _print_crosstable(console, summary)
    print_faults(console, summary.timing.faults)
    console.print(
        "± is one standard error, by wall; 25 is the average rating"
        if alone
        else "± is one standard error, by deal: a match's walls in all orders of the four",
        style="dim",
        highlight=False,
    )


def _print_columns(
    console: Console, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]
) -> None:
    table = Table()
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right")
    for rank, (name, cells) in enumerate(rows, start=1):
        table.add_row(str(rank), escape(name), *cells)
    console.print(table)


def _standing_cells(player: LeaguePlayer) -> list[str]:
    figures = [
        f"{signed(player.figures.score)} ± {number(player.score_error)}",
        f"{player.rating:.1f} ± {number(player.rating_error, 1)}",
    ]
    of_matches = player.in_matches
    if of_matches is None:
        return [f"{player.points:g}", f"{player.walls}", number(player.points_a_wall), *figures]
    played = of_matches.matches
    return [
        f"{number(player.points_a_wall)} ± {number(of_matches.points_error)}",
        f"{played}",
        " ".join(share(count / played if played else None) for count in of_matches.places),
        *figures,
    ]


def _play_cells(player: LeaguePlayer, times: TimesFigures) -> list[str]:
    figures = player.figures
    return [
        share(figures.win_rate),
        share(figures.deal_in_rate),
        number(figures.mean_fan, 1),
        faults_text(figures.faults),
        milliseconds(times, times.median_ms),
        milliseconds(times, times.p99_ms),
    ]


def _print_crosstable(console: Console, summary: LeagueSummary) -> None:
    names = [player.name for player in summary.standings]
    console.print("Score a game above the other's, and walls ahead", highlight=False)
    table = Table()
    table.add_column("")
    for name in names:
        table.add_column(escape(name), justify="right", overflow="fold")
    for name in names:
        row = summary.crosstable[name]
        table.add_row(escape(name), *(_against(row.get(other)) for other in names))
    console.print(table)


def _against(entry: HeadToHead | None) -> str:
    if entry is None:
        return ""
    difference = entry.difference
    return f"{signed(difference.mean)} ± {number(difference.error)}\n{entry.ahead} of {entry.walls}"

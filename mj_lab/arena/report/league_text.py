"""What a league says: standings, crosstable, ratings, as JSON has them and on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from mj_bot.events import SEATS
from mj_lab.arena.duel import timing_of
from mj_lab.arena.league import LeagueRun, TableWall, match_scores, standing
from mj_lab.arena.report.duel_text import (
    faults_text,
    milliseconds,
    number,
    print_faults,
    share,
    signed,
)
from mj_lab.arena.statistics.rating import Outcome, ratings
from mj_lab.arena.statistics.tally import tally
from mj_lab.arena.statistics.wall_means import estimate
from mj_lab.game.placement import place_shares
from mj_lab.game.result import HUANG

_MATCH_HEADS = ("table points", "matches", "1st 2nd 3rd 4th")


def league_summary(run: LeagueRun) -> dict[str, Any]:
    """All that a league says; what may differ between equal runs is in `timing`."""
    league, names = run.league, run.league.names
    games = [game for wall in run.walls for game in wall.games]
    rated = ratings(_outcomes(run), len(names))
    standings = []
    for player in standing(league, run.walls):
        rating = rated[player]
        standings.append(
            {
                "name": names[player],
                "player": league.specs[player],
                **_standing(run, player),
                "rating": rating.rating,
                "rating_error": rating.error,
                "openskill_sigma": rating.sigma,
                **tally((game for game in games if player in game.seating), player).to_json(),
            }
        )
    return {
        **league.settings(),
        "complete": run.complete,
        "round_count": len(run.pairings),
        "games": len(games),
        "draws": sum(game.action == HUANG for game in games),
        "standings": standings,
        "crosstable": _crosstable(run.walls, names),
        "rounds": [_round(run, place) for place in range(len(run.pairings))],
        "timing": timing_of(run.units, names),
    }


def _outcomes(run: LeagueRun) -> list[Outcome]:
    """What ratings are made from: games, or whole matches."""
    return [
        Outcome(tuple(scores), tuple(scores.values()), (wall.round, wall.wall))
        for wall in run.walls
        for scores in match_scores(wall.games, run.league.match)
    ]


def _standing(run: LeagueRun, player: int) -> dict[str, Any]:
    own = [wall for wall in run.walls if player in wall.points]
    points = sum(wall.points[player] for wall in own)
    means = [wall.scores[player] / len(wall.games) for wall in own]
    return {
        "walls": len(own),
        "rests": sum(player in pairing.resting for pairing in run.pairings),
        "points": points,
        "points_a_wall": points / len(own) if own else None,
        **(_in_matches(run, own, player) if run.league.match > 1 else {}),
        "total_score": sum(wall.scores[player] for wall in own),
        "score_error": estimate(means).error,
    }


def _in_matches(run: LeagueRun, own: Sequence[TableWall], player: int) -> dict[str, Any]:
    """What matches tell besides: how often the player was which, and the error of the points."""
    places, played = [0.0] * SEATS, 0
    for wall in own:
        for scores in match_scores(wall.games, run.league.match):
            shares = place_shares(list(scores.values()))[list(scores).index(player)]
            places = [sum(pair) for pair in zip(places, shares, strict=True)]
            played += 1
    return {
        "matches": played,
        "places": places,
        "points_error": estimate([wall.points[player] for wall in own]).error,
    }


def _crosstable(walls: Sequence[TableWall], names: Sequence[str]) -> dict[str, Any]:
    """By player and other player: score a game above the other's, by wall; walls ahead and even."""
    table: dict[str, Any] = {}
    for row, name in enumerate(names):
        table[name] = {}
        for column, other in enumerate(names):
            both = [wall for wall in walls if row in wall.scores and column in wall.scores]
            if row == column or not both:
                continue
            gaps = [wall.scores[row] - wall.scores[column] for wall in both]
            means = [gap / len(wall.games) for gap, wall in zip(gaps, both, strict=True)]
            table[name][other] = {
                "walls": len(both),
                "ahead": sum(gap > 0 for gap in gaps),
                "even": sum(gap == 0 for gap in gaps),
                "difference": estimate(means).to_json(),
            }
    return table


def _round(run: LeagueRun, place: int) -> dict[str, Any]:
    names, pairing = run.league.names, run.pairings[place]
    return {
        "round": place + 1,
        "resting": [names[player] for player in pairing.resting],
        "tables": [
            {
                "players": [names[player] for player in table],
                "walls": [
                    {
                        "id": run.league.wall(place, wall.wall).id,
                        "scores": {names[player]: wall.scores[player] for player in table},
                        "points": {names[player]: wall.points[player] for player in table},
                    }
                    for wall in run.walls
                    if (wall.round, wall.table) == (place, seat)
                ],
            }
            for seat, table in enumerate(pairing.tables)
        ],
    }


def print_league(console: Console, summary: dict[str, Any]) -> None:
    """Print the standings and the crosstable."""
    drawn = share(summary["draws"] / summary["games"] if summary["games"] else None)
    hands = summary.get("match")
    what = (
        f"{summary['seatings']} seatings a wall"
        if hands is None
        else f"matches of {hands} hands in {summary['seatings']} orders"
    )
    title = (
        f"{_rounds(summary)}, {what}, seed "
        f"{summary['seed']}: {summary['games']} games, {drawn} drawn"
    )
    console.print(title, markup=False, highlight=False, soft_wrap=True)
    heads = ("points", "walls", "a wall") if hands is None else _MATCH_HEADS
    cells = _standing_cells if hands is None else _match_cells
    _print_columns(
        console,
        (*heads, "score a game", "rating"),
        [(player["name"], cells(player)) for player in summary["standings"]],
    )
    times = summary["timing"]["sides"]
    _print_columns(
        console,
        ("wins 和", "deal-ins 点炮", "fan", "faults", "median", "99%"),
        [
            (player["name"], _play_cells(player, times[player["name"]]))
            for player in summary["standings"]
        ],
    )
    _print_crosstable(console, summary)
    print_faults(console, summary["timing"]["faults"])
    console.print(
        "± is one standard error, by wall; 25 is the average rating"
        if hands is None
        else "± is one standard error, by deal: a match's walls in all orders of the four",
        style="dim",
        highlight=False,
    )


def _rounds(summary: dict[str, Any]) -> str:
    count = summary["round_count"]
    return "1 round" if count == 1 else f"{count} rounds"


def _print_columns(
    console: Console, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]
) -> None:
    table = Table()
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right")
    for place, (name, cells) in enumerate(rows, start=1):
        table.add_row(str(place), escape(name), *cells)
    console.print(table)


def _standing_cells(player: dict[str, Any]) -> list[str]:
    return [
        f"{player['points']:g}",
        f"{player['walls']}",
        number(player["points_a_wall"]),
        f"{signed(player['score'])} ± {number(player['score_error'])}",
        f"{player['rating']:.1f} ± {number(player['rating_error'], 1)}",
    ]


def _match_cells(player: dict[str, Any]) -> list[str]:
    played = player["matches"]
    _, _, *rest = _standing_cells(player)
    return [
        f"{number(player['points_a_wall'])} ± {number(player['points_error'])}",
        f"{played}",
        " ".join(share(place / played if played else None) for place in player["places"]),
        *rest[1:],
    ]


def _play_cells(player: dict[str, Any], times: dict[str, Any]) -> list[str]:
    return [
        share(player["win_rate"]),
        share(player["deal_in_rate"]),
        number(player["mean_fan"], 1),
        faults_text(player["faults"]),
        milliseconds(times, "median_ms"),
        milliseconds(times, "p99_ms"),
    ]


def _print_crosstable(console: Console, summary: dict[str, Any]) -> None:
    names = [player["name"] for player in summary["standings"]]
    console.print("Score a game above the other's, and walls ahead", highlight=False)
    table = Table()
    table.add_column("")
    for name in names:
        table.add_column(escape(name), justify="right", overflow="fold")
    for name in names:
        table.add_row(
            escape(name), *(_against(summary["crosstable"][name].get(other)) for other in names)
        )
    console.print(table)


def _against(entry: dict[str, Any] | None) -> str:
    if entry is None:
        return ""
    difference = entry["difference"]
    return (
        f"{signed(difference['mean'])} ± {number(difference['error'])}\n"
        f"{entry['ahead']} of {entry['walls']}"
    )

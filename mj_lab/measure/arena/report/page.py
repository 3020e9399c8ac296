"""A duel or a league as one HTML file in the style of the other pages; no network, no server."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mj_lab.core.files import write_whole
from mj_lab.core.pages.page import ALONE, PagePlace, labels, render
from mj_lab.core.records.matches import read_matches
from mj_lab.core.runner.decision_times import TimesFigures
from mj_lab.core.runner.unit import match_name
from mj_lab.explain.review.replay.match_page import replay_page
from mj_lab.measure.arena.report.duel_summary import DuelSummary, DuelWall
from mj_lab.measure.arena.report.duel_text import ROWS, milliseconds, number, share, signed
from mj_lab.measure.arena.report.league_summary import HeadToHead, LeaguePlayer, LeagueSummary
from mj_lab.measure.arena.report.plots import (
    Chart,
    counts_chart,
    fans_chart,
    times_chart,
    walls_chart,
)
from mj_lab.measure.arena.report.verdict import VERDICT_WORDS, verdicts
from mj_lab.measure.arena.tally import Figures

_ASSETS = Path(__file__).parent / "assets"
_SCRIPTS = ("report_texts.js", "charts.js", "report.js")
# The walls with the largest differences are listed, with replays of their saved matches; a fold-out
# lists all. A replay is 0.3 MB.
_WIDEST = 10
# A league's replays: one game for each of this many walls, latest first.
_LEAGUE_REPLAYS = 12
_MOST_FAN = 40

# The names of the rows of `duel_text.ROWS` in the texts of the page.
_ROW_KEYS = (
    *("score", "score_error", "wins", "self_drawn", "deal_ins", "dealt_fan", "calls"),
    *("fan", "melds", "turn", "faults", "timed", "median", "p99", "longest"),
)


def write_report(
    path: Path, summary: DuelSummary | LeagueSummary, matches: Path | None = None
) -> None:
    """Write the report of a duel or a league.

    matches: the folder of the saved matches; some become replays there, linked from the report.
    """
    if isinstance(summary, DuelSummary):
        seed, of_kind = summary.duel.seed, _duel(path, summary, matches)
    else:
        seed, of_kind = summary.league.seed, _league(path, summary, matches)
    data = {
        "kind": summary.settings["kind"],
        "complete": summary.complete,
        "seed": seed,
        "games": summary.games,
        "draws": summary.draws,
        "faults": [asdict(fault) for fault in summary.timing.faults],
        "folder": str(matches) if matches is not None else None,
        "labels": labels(),
        **of_kind,
    }
    write_whole(path, report_page(data, " – ".join(data["players"])))


def report_page(
    data: Mapping[str, Any], title: str, home: str = "", place: PagePlace = ALONE
) -> str:
    """Render a report's data. home: the target of its back link, if it has one."""
    return render(
        "report.html",
        title,
        {**data, "words": VERDICT_WORDS},
        styles=("report.css",),
        scripts=_SCRIPTS,
        folders=(_ASSETS,),
        place=place,
        home=home,
    )


def _duel(path: Path, summary: DuelSummary, matches: Path | None) -> dict[str, Any]:
    sides, times = summary.sides, summary.timing.sides
    widest = sorted(summary.walls, key=lambda wall: -abs(wall.difference))[:_WIDEST]
    links: dict[tuple[int, int], str] = {}
    if matches is not None:
        for wall in widest:
            for index in range(len(wall.games)):
                link = _replay(path, matches, match_name(str(wall.wall), index))
                if link is not None:
                    links[wall.wall, index] = link
    figures = [side.figures for side in sides.values()]
    charts = [walls_chart([wall.difference for wall in summary.walls])] if summary.walls else []
    return {
        "players": list(sides),
        "walls_played": summary.wall_count,
        "mode": summary.duel.mode,
        "quick": summary.duel.quick,
        "verdicts": verdicts(summary),
        "rows": [
            {
                "key": key,
                "under": label.startswith(" "),
                "cells": [cell(side, times[name]) for name, side in sides.items()],
            }
            for key, (label, cell) in zip(_ROW_KEYS, ROWS, strict=True)
        ],
        "charts": charts + _play_charts(figures, times.values()),
        "fans": _fans(figures),
        "widest": [_wall(wall, links) for wall in widest],
        "walls": [_wall(wall, links) for wall in summary.walls],
    }


def _league(path: Path, summary: LeagueSummary, matches: Path | None) -> dict[str, Any]:
    standings, times = summary.standings, summary.timing.sides
    names = [player.name for player in standings]
    figures = [player.figures for player in standings]
    return {
        "players": names,
        "rounds": len(summary.rounds),
        "seatings": summary.league.seatings,
        "match": summary.settings.get("match"),
        "standings": [_standing(player, times[player.name]) for player in standings],
        "crosstable": [
            [_against(summary.crosstable[row].get(column)) for column in names] for row in names
        ],
        "charts": _play_charts(figures, [times[name] for name in names]),
        "fans": _fans(figures),
        "replays": _league_replays(path, summary, matches) if matches is not None else [],
    }


# -- what is shown ------------------------------------------------------------------------------


def _standing(player: LeaguePlayer, times: TimesFigures) -> list[str]:
    figures = player.figures
    return [
        f"{player.points:g}",
        f"{player.walls}",
        number(player.points_a_wall),
        f"{signed(figures.score)} ± {number(player.score_error)}",
        f"{number(player.rating, 1)} ± {number(player.rating_error, 1)}",
        share(figures.win_rate),
        share(figures.deal_in_rate),
        f"{sum(figures.faults.values())}",
        milliseconds(times, times.median_ms),
        milliseconds(times, times.p99_ms),
    ]


def _against(entry: HeadToHead | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    shown = f"{signed(entry.difference.mean)} ± {number(entry.difference.error)}"
    return {"difference": shown, "ahead": entry.ahead, "walls": entry.walls}


def _play_charts(sides: Sequence[Figures], times: Iterable[TimesFigures]) -> list[Chart]:
    charts = []
    if any(side.wins for side in sides):
        totals = [side.fan_totals for side in sides]
        charts = [
            fans_chart(sides),
            counts_chart("totals", "axis_fan", totals, _MOST_FAN),
            counts_chart("turns", "axis_turns", [side.turns for side in sides]),
            counts_chart("melds", "axis_melds", [side.melds for side in sides]),
        ]
    return [*charts, times_chart(times)]


def _fans(sides: Sequence[Figures]) -> list[tuple[str, list[int]]]:
    """Every fan in a win, with its wins by side, the most frequent first."""
    names = list(dict.fromkeys(fan for side in sides for fan in side.fans))
    rows = [(fan, [side.fans.get(fan, 0) for side in sides]) for fan in names]
    return sorted(rows, key=lambda row: -sum(row[1]))


def _wall(wall: DuelWall, links: Mapping[tuple[int, int], str]) -> dict[str, Any]:
    games = [
        {"seating": list(game.seating), "link": links.get((wall.wall, index))}
        for index, game in enumerate(wall.games)
    ]
    return {"wall": wall.wall, "difference": signed(wall.difference), "games": games}


# -- replays --------------------------------------------------------------------------------------


def _league_replays(path: Path, summary: LeagueSummary, matches: Path) -> list[dict[str, str]]:
    """One game of each table's wall, if it was saved, latest rounds first."""
    replays: list[dict[str, str]] = []
    for index, round_ in reversed(list(enumerate(summary.rounds))):
        for (seat, table), wall in product(enumerate(round_.tables), range(4)):
            name = match_name(f"{index}.{seat}.{wall}.0", 0)
            if (
                len(replays) < _LEAGUE_REPLAYS
                and (link := _replay(path, matches, name)) is not None
            ):
                players = ", ".join(table.players)
                replays.append(
                    {"link": link, "name": f"{index + 1}.{seat + 1}.{wall + 1}: {players}"}
                )
    return replays


def _replay(path: Path, matches: Path, name: str) -> str | None:
    """The address of a saved match's replay, created beside it; None without the match.

    An unreadable file costs its replay, not the report of a long run.
    """
    saved, page = matches / f"{name}.jsonl", matches / f"{name}.html"
    try:
        match = next(iter(read_matches(saved)))
        write_whole(page, replay_page(match, home=_link(matches, path)))
    except (ValueError, OSError, StopIteration):
        return None
    return _link(path.parent, page)


def _link(folder: Path, file: Path) -> str:
    return quote(os.path.relpath(file, folder))

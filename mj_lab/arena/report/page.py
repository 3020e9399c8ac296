"""A duel or a league as one HTML file in the dress of the other pages; no network, no server."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mj_lab.arena.report.duel_text import ROWS, milliseconds, number, share, signed
from mj_lab.arena.report.plots import counts_chart, fans_chart, times_chart, walls_chart
from mj_lab.arena.report.verdict import VERDICT_WORDS, verdicts
from mj_lab.arena.unit import match_name
from mj_lab.pages.page import labels, render
from mj_lab.records.matches import read_matches
from mj_lab.replay.match_page import replay_page
from mj_lab.storage.files import write_whole

_ASSETS = Path(__file__).parent / "assets"
_SCRIPTS = ("report_texts.js", "charts.js", "report.js")
# Walls that are named for their difference, their saved matches made into replays; a fold-out has
# all. A replay is 0.3 MB.
_WIDEST = 10
# A league's replays: one game of so many tables' walls, the last ones.
_LEAGUE_REPLAYS = 12
_MOST_FAN = 40

# The names of the rows of `duel_text.ROWS` in the texts of the page.
_ROW_KEYS = (
    *("score", "score_error", "wins", "self_drawn", "deal_ins", "dealt_fan", "calls"),
    *("fan", "melds", "turn", "faults", "timed", "median", "p99", "longest"),
)


def write_report(path: Path, summary: Mapping[str, Any], matches: Path | None = None) -> None:
    """Write the report of a summary, as `mj duel --json` or `mj league --json` has it.

    matches: the folder that the matches were saved in; some of them are made into replays there,
    which the report leads to.
    """
    of_kind = _duel if summary["kind"] == "duel" else _league
    faults = [{"detail": "", "stderr": [], **fault} for fault in summary["timing"]["faults"]]
    data = {
        "kind": summary["kind"],
        "complete": summary["complete"],
        "seed": summary["seed"],
        "games": summary["games"],
        "draws": summary["draws"],
        "faults": faults,
        "folder": str(matches) if matches is not None else None,
        "labels": labels(),
        **of_kind(path, summary, matches),
    }
    write_whole(path, report_page(data, " – ".join(data["players"])))


def report_page(data: Mapping[str, Any], title: str, home: str = "") -> str:
    """The page of a report's data. home: where its back link leads, if anywhere."""
    return render(
        "report.html",
        title,
        {**data, "words": VERDICT_WORDS},
        styles=("report.css",),
        scripts=_SCRIPTS,
        folders=(_ASSETS,),
        home=home,
    )


def _duel(path: Path, summary: Mapping[str, Any], matches: Path | None) -> dict[str, Any]:
    sides, times = summary["sides"], summary["timing"]["sides"]
    widest = sorted(summary["walls"], key=lambda wall: -abs(wall["difference"]))[:_WIDEST]
    links: dict[tuple[int, int], str] = {}
    if matches is not None:
        for wall in widest:
            for place in range(len(wall["games"])):
                link = _replay(path, matches, match_name(str(wall["wall"]), place))
                if link is not None:
                    links[wall["wall"], place] = link
    charts = [walls_chart(summary)] if summary["walls"] else []
    return {
        "players": list(sides),
        "walls_played": summary["wall_count"],
        "mode": summary["mode"],
        "quick": summary["quick"],
        "verdicts": verdicts(summary),
        "rows": [
            {
                "key": key,
                "under": label.startswith(" "),
                "cells": [cell(side, times[name]) for name, side in sides.items()],
            }
            for key, (label, cell) in zip(_ROW_KEYS, ROWS, strict=True)
        ],
        "charts": charts + _play_charts(sides, times),
        "fans": _fans(sides),
        "widest": [_wall(wall, links) for wall in widest],
        "walls": [_wall(wall, links) for wall in summary["walls"]],
    }


def _league(path: Path, summary: Mapping[str, Any], matches: Path | None) -> dict[str, Any]:
    standings, times = summary["standings"], summary["timing"]["sides"]
    players = {player["name"]: player for player in standings}
    return {
        "players": list(players),
        "rounds": summary["round_count"],
        "seatings": summary["seatings"],
        "match": summary.get("match"),
        "standings": [_standing(player, times[player["name"]]) for player in standings],
        "crosstable": [
            [_against(summary["crosstable"][row].get(column)) for column in players]
            for row in players
        ],
        "charts": _play_charts(players, times),
        "fans": _fans(players),
        "replays": _league_replays(path, summary, matches) if matches is not None else [],
    }


# -- what is told -------------------------------------------------------------------------------


def _standing(player: Mapping[str, Any], times: dict[str, Any]) -> list[str]:
    return [
        f"{player['points']:g}",
        f"{player['walls']}",
        number(player["points_a_wall"]),
        f"{signed(player['score'])} ± {number(player['score_error'])}",
        f"{number(player['rating'], 1)} ± {number(player['rating_error'], 1)}",
        share(player["win_rate"]),
        share(player["deal_in_rate"]),
        f"{sum(player['faults'].values())}",
        milliseconds(times, "median_ms"),
        milliseconds(times, "p99_ms"),
    ]


def _against(entry: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    difference = entry["difference"]
    told = f"{signed(difference['mean'])} ± {number(difference['error'])}"
    return {"difference": told, "ahead": entry["ahead"], "walls": entry["walls"]}


def _play_charts(sides: Mapping[str, Any], times: Mapping[str, Any]) -> list[dict[str, Any]]:
    charts = []
    if any(side["wins"] for side in sides.values()):
        charts = [
            fans_chart(sides),
            counts_chart(sides, "totals", "fan_totals", "axis_fan", _MOST_FAN),
            counts_chart(sides, "turns", "turns", "axis_turns"),
            counts_chart(sides, "melds", "melds", "axis_melds"),
        ]
    return [*charts, times_chart([times[name] for name in sides])]


def _fans(sides: Mapping[str, Any]) -> list[tuple[str, list[int]]]:
    """Every fan that a win had, with its wins by side, the most frequent first."""
    names = list(dict.fromkeys(fan for side in sides.values() for fan in side["fans"]))
    rows = [(fan, [side["fans"].get(fan, 0) for side in sides.values()]) for fan in names]
    return sorted(rows, key=lambda row: -sum(row[1]))


def _wall(wall: Mapping[str, Any], links: Mapping[tuple[int, int], str]) -> dict[str, Any]:
    games = [
        {"seating": list(game["seating"]), "link": links.get((wall["wall"], place))}
        for place, game in enumerate(wall["games"])
    ]
    return {"wall": wall["wall"], "difference": signed(wall["difference"]), "games": games}


# -- replays --------------------------------------------------------------------------------------


def _league_replays(path: Path, summary: Mapping[str, Any], matches: Path) -> list[dict[str, str]]:
    """One game of each table's wall, as far as it was saved, the last rounds first."""
    found: list[dict[str, str]] = []
    for place, round_ in reversed(list(enumerate(summary["rounds"]))):
        tables: Iterable[tuple[int, Mapping[str, Any]]] = enumerate(round_["tables"])
        for (seat, table), wall in product(tables, range(4)):
            name = match_name(f"{place}.{seat}.{wall}.0", 0)
            if len(found) < _LEAGUE_REPLAYS and (link := _replay(path, matches, name)) is not None:
                players = ", ".join(table["players"])
                found.append(
                    {"link": link, "name": f"{place + 1}.{seat + 1}.{wall + 1}: {players}"}
                )
    return found


def _replay(path: Path, matches: Path, name: str) -> str | None:
    """The address of a saved match's replay, made beside it; None if there is no such match.

    A file that cannot be read costs its replay and not the report of a long run.
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

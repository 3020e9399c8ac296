"""A duel or a league as one HTML file, which needs neither network nor server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from mj_lab.arena.decision_times import PER_DOUBLING
from mj_lab.arena.report.duel_text import (
    ROWS,
    milliseconds,
    number,
    share,
    signed,
    sprt_verdict,
    verdict,
)
from mj_lab.arena.report.plots import (
    counts_plot,
    fans_plot,
    times_plot,
    walls_plot,
)
from mj_lab.arena.unit import match_name
from mj_lab.text.fan_names import english_name

# Walls that are named for their difference; a fold-out has all.
_WIDEST = 10
_MOST_FAN = 40


class Plot(NamedTuple):
    """A picture with what it shows."""

    title: str
    source: str
    caption: str


def write_report(path: Path, summary: Mapping[str, Any], matches: Path | None = None) -> None:
    """Write the report of a summary, as `mj duel --json` or `mj league --json` has it.

    matches: the folder that the matches were saved in, for links to them.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(signed=signed, number=number, share=share, english=english_name)
    environment.filters.update(milliseconds=milliseconds)
    of_kind = _duel if summary["kind"] == "duel" else _league
    page = environment.get_template(f"{summary['kind']}.html").render(
        summary=summary, faults=summary["timing"]["faults"], **of_kind(path, summary, matches)
    )
    path.write_text(page, encoding="utf-8")


def _duel(path: Path, summary: Mapping[str, Any], matches: Path | None) -> dict[str, Any]:
    sides, times = summary["sides"], summary["timing"]["sides"]
    plots = []
    if summary["walls"]:
        plots.append(
            Plot(
                "Difference wall by wall",
                walls_plot(summary),
                "Dots are walls; the line is the mean up to there, with its 95% interval.",
            )
        )
    plots += _play_plots(sides, times)
    walls = sorted(summary["walls"], key=lambda wall: -abs(wall["difference"]))
    return {
        "verdict": verdict(dict(summary)),
        "sprt": sprt_verdict(dict(summary)),
        "rows": [
            (label, [cell(side, times[name]) for name, side in sides.items()])
            for label, cell in ROWS
        ],
        "plots": plots,
        "fans": _fans(sides),
        "widest": [_wall(path, wall, matches) for wall in walls[:_WIDEST]],
        "walls": [_wall(path, wall, matches) for wall in summary["walls"]],
    }


def _league(path: Path, summary: Mapping[str, Any], matches: Path | None) -> dict[str, Any]:
    players = {player["name"]: player for player in summary["standings"]}
    return {
        "plots": _play_plots(players, summary["timing"]["sides"]),
        "fans": _fans(players),
        "folder": _link(path, matches) if matches is not None else None,
    }


def _play_plots(sides: Mapping[str, Any], times: Mapping[str, Any]) -> list[Plot]:
    plots = []
    if any(side["wins"] for side in sides.values()):
        plots = [
            Plot("Fans of the wins", fans_plot(sides), "The most frequent; all are listed below."),
            Plot(
                "Fan of a win",
                counts_plot(sides, "fan_totals", "fan", _MOST_FAN),
                f"8 are needed; {_MOST_FAN}+ is all from {_MOST_FAN} on.",
            ),
            Plot(
                "Turn of winning",
                counts_plot(sides, "turns", "own discards before the win"),
                "How often the winner had discarded.",
            ),
            Plot(
                "Melds of the winner",
                counts_plot(sides, "melds", "claimed melds"),
                "Claimed from others; 0 is a concealed hand.",
            ),
        ]
    plots.append(
        Plot(
            "Decision times",
            times_plot({name: times[name] for name in sides}, PER_DOUBLING),
            "Of this run's machine and moment.",
        )
    )
    return plots


def _fans(sides: Mapping[str, Any]) -> list[tuple[str, list[int]]]:
    """Every fan that a win had, with its wins by side, the most frequent first."""
    names = list(dict.fromkeys(fan for side in sides.values() for fan in side["fans"]))
    rows = [(fan, [side["fans"].get(fan, 0) for side in sides.values()]) for fan in names]
    return sorted(rows, key=lambda row: -sum(row[1]))


def _wall(path: Path, wall: Mapping[str, Any], matches: Path | None) -> dict[str, Any]:
    games = []
    for place, game in enumerate(wall["games"]):
        file = None
        if matches is not None:
            file = matches / f"{match_name(str(wall['wall']), place)}.jsonl"
        sides = "".join("AB"[side] for side in game["seating"])
        link = _link(path, file) if file is not None and file.exists() else None
        games.append({"seating": sides, "link": link, "scores": game["scores"]})
    return {**wall, "games": games}


def _link(path: Path, file: Path) -> str:
    return quote(os.path.relpath(file, path.parent))

"""Generates every table of docs/results, README and the versions from data: `make results`.

Data: docs/results/runs, duels without their games (`mj arena keep`); docs/results/tables, a CSV
file per page, where `# NAME` begins a table; docs/results/sources, one claim per row. A page marks
where its tables go. A cell may query the runs: `{points A B}` is player A's lead over B, per game
and seat, in all runs of the two; `{points A B@SEED}` in one of them; `{more A than B against
C@SEED}` compares two on the same walls. `{points of NAME}` is the first player's lead in
docs/results/runs/sources/NAME.json, or the mean of NAME-1.json, NAME-2.json ..., the seeds of one
method; its error is the greater of that by wall and that by seed.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean

from mj_lab.core.text.fan_names import english_name
from mj_lab.core.wall_means import estimate
from mj_lab.measure.arena.report.kept_duel import SIDE_FIGURES, KeptDuel, merged, read_duel
from mj_lab.measure.arena.report.strength import ahead, figure_text, strength_page, table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results"
# The pages with tables between marks, and the data of each.
MARKED = {
    **{
        f"docs/results/{name}.md": name
        for name in ("engine", "forecast", "learning", "odds", "review", "speed")
    },
    "docs/results/sources.md": "",
    "docs/reference/rule_based.md": "rule_based",
    "README.md": "readme",
    "README.zh.md": "readme",
}
VERDICTS = (
    "agrees",
    "differs",
    "not at this size",
    "built",
    "not within this budget",
    "cannot be tried",
)
_TABLE = re.compile(r"(<!-- table ([\w-]+) -->\n\n)(?:\|.*\n)*\n*(<!-- end -->)")
_ASKED = re.compile(r"\{(\w[\w -]*) (\w+) (\w+)(?:@([^}\s]+))?\}")
# How many more points the first scores against the third than the second does, on the same walls.
_MORE = re.compile(r"\{more (\w+) than (\w+) against (\w+)@([^}\s]+)\}")
_OF_RUN = re.compile(r"\{points of ([\w-]+)\}")
_MOST_MAIN_FANS = 5
_CLAIM_HEADS = ["", "claim", "theirs", "what we did", "ours", "verdict", "why"]


class UnknownFigureError(ValueError):
    """A cell queries a figure that no run has."""


@cache
def runs() -> tuple[KeptDuel, ...]:
    """The stored duels, by file name."""
    return tuple(read_duel(path) for path in sorted((RESULTS / "runs").glob("*.json")))


def run_of(duels: Sequence[KeptDuel], first: str, second: str, seed: str | None) -> KeptDuel:
    """All walls of these duels where the two players met, the first player first.

    Raises UnknownFigureError if there are none.
    """
    found = [
        duel
        for duel in duels
        if set(duel.settings.players) == {first, second}
        and duel.settings.mode == "2v2"
        and not duel.settings.quick
        and seed in (None, duel.settings.seed)
    ]
    if not found:
        raise UnknownFigureError(
            f"no run of {first} and {second}" + (f" with {seed}" if seed else "")
        )
    whole = merged(found)
    return whole if whole.settings.players[0] == first else whole.turned()


def filled(text: str, duels: Sequence[KeptDuel]) -> str:
    """The text with its queries filled in from the duels.

    Raises UnknownFigureError if they do not have it.
    """
    text = _MORE.sub(lambda found: _more(duels, *found.groups()), text)
    text = _OF_RUN.sub(lambda found: _points_of(found[1]), text)
    return _ASKED.sub(lambda found: _figure(found[1], run_of(duels, *found.groups()[1:])), text)


@cache
def _points_of(name: str) -> str:
    """The lead of the first player in a run of the sources, or in the mean of its seeds' runs.

    Of seeds the error by wall says nothing of how far another training would come; that of a few
    means is itself uncertain. Hence the greater of the two.
    """
    folder = RESULTS / "runs" / "sources"
    paths = [folder / f"{name}.json"]
    if not paths[0].exists():
        paths = sorted(folder.glob(f"{name}-[0-9].json"))
    if not paths:
        raise UnknownFigureError(f"no run {name} of the sources")
    by_seed = [read_duel(path).differences() for path in paths]
    by_wall = estimate([fmean(wall) for wall in zip(*by_seed, strict=True)])
    over_seeds = estimate([fmean(differences) for differences in by_seed])
    return ahead(max(by_wall, over_seeds, key=lambda found: found.error or 0.0))


def _more(duels: Sequence[KeptDuel], first: str, second: str, third: str, seed: str) -> str:
    one, other = (run_of(duels, player, third, seed).differences() for player in (first, second))
    return ahead(estimate([a - b for a, b in zip(one, other, strict=True)]))


def _figure(what: str, duel: KeptDuel) -> str:
    side = duel.sides[0]
    if what == "points":
        return ahead(duel.difference())
    if what == "games":
        return f"{duel.games:,}"
    if what == "median fan":
        return f"{side.median_fan():g}"
    if what == "most fan":
        return f"{max(side.fans)}"
    if what == "main fans":
        most = Counter(side.main_fans).most_common(_MOST_MAIN_FANS)
        whole = sum(side.main_fans.values())
        return ", ".join(f"{name} {english_name(name)} {wins / whole:.0%}" for name, wins in most)
    if what in SIDE_FIGURES:
        return figure_text(what, side.figure(what, duel.walls))
    raise UnknownFigureError(f"no figure {what!r}")


def tables_of(name: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The named tables of a page's data; the first row is the header."""
    text = (RESULTS / "tables" / f"{name}.csv").read_text(encoding="utf-8")
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        head, _, rows = part.partition("\n")
        yield head, [row for row in csv.reader(rows.splitlines()) if row]


def page_with_tables(page: str, duels: Sequence[KeptDuel]) -> str:
    """The text of a page, each marked table regenerated.

    Raises ValueError if a mark has no data, or data no mark; UnknownFigureError if a run is absent.
    """
    data = dict(tables_of(MARKED[page])) if MARKED[page] else sources_tables()
    used: set[str] = set()

    def made(found: re.Match[str]) -> str:
        head, name, end = found.groups()
        used.add(name)
        if name not in data:
            raise ValueError(f"{page}: no data for the table {name}")
        heads, *rows = data[name]
        return (
            head
            + table(heads, [[filled(cell, duels) for cell in row] for row in rows])
            + "\n"
            + end
        )

    text = _TABLE.sub(made, (ROOT / page).read_text(encoding="utf-8"))
    if MARKED[page] != "readme" and used != set(data):
        raise ValueError(f"{page}: no mark for {', '.join(sorted({*data} - used))}")
    return text


def csv_rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of docs/results."""
    with (RESULTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sources_tables() -> dict[str, list[list[str]]]:
    """The tables of the page of sources: verdicts in numbers, claims, figures in other texts."""
    documents = csv_rows("sources/documents.csv")
    titles = {row["letter"]: row["title"] for row in documents}
    by_letter = {letter: csv_rows(f"sources/{letter}.csv") for letter in titles}
    counted = [
        (titles[letter], Counter(row["verdict"] for row in rows))
        for letter, rows in by_letter.items()
    ]
    counted.append(("all", sum((counts for _, counts in counted), Counter[str]())))
    text = [list(row.values()) for row in csv_rows("tables/text.csv")]
    return {
        "documents": [["", *list(documents[0])[1:]], *(list(row.values()) for row in documents)],
        "verdicts": [
            ["source", "claims", *VERDICTS],
            *(
                [title, str(counts.total()), *(str(counts[verdict]) for verdict in VERDICTS)]
                for title, counts in counted
            ),
        ],
        **{
            letter: [_CLAIM_HEADS, *([_cell(cell) for cell in row.values()] for row in rows)]
            for letter, rows in by_letter.items()
        },
        "text": [["page", "figure", "of what", "made by"], *text],
    }


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def pages() -> dict[str, str]:
    """Every generated page, by its path from the root."""
    return {
        "docs/results/strength.md": strength_page(runs()),
        **{page: page_with_tables(page, runs()) for page in MARKED},
    }


def main() -> None:
    """Write the pages and print which changed."""
    try:
        made = pages()
    except ValueError as error:
        sys.stderr.write(f"make results: {error}\n")
        sys.exit(2)
    for name, text in made.items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()

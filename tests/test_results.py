"""docs/results and README's strength: made of data, and no figure without a row."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import tables
from mj_lab.measure.arena.report.strength import strength_page

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results"
# How many claims each source has.
CLAIMS = {"A": 54, "B": 20, "C": 20, "D": 15, "E": 30}
NUMBER = r"\d[\d,]*(?:\.\d+)?"
# A difference or a mean with its error; a share; a time; a speed.
FIGURE = re.compile(
    rf"{NUMBER} ± {NUMBER}%?|{NUMBER}%|{NUMBER} (?:ms|us|games/s)\b|{NUMBER} (?:[a-z]+ )?a second\b"
)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def split(text: str) -> tuple[str, str]:
    """The cells of a page's tables, and its prose; commands and examples are neither."""
    rows: list[str] = []
    prose: list[str] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith(("    ", "```")):
            (rows if line.startswith("|") else prose).append(line)
    return "\n".join(rows), " ".join(" ".join(prose).split())


def figures(text: str) -> list[str]:
    return FIGURE.findall(" ".join(text.split()))


def newest_section(changelog: str) -> str:
    return re.split(r"^## ", changelog, flags=re.MULTILINE)[1]


def pages_with_figures() -> Iterator[tuple[str, str]]:
    """The name of each page and the text of which every figure must have a row."""
    for path in sorted(RESULTS.glob("*.md")):
        yield path.name, split(path.read_text(encoding="utf-8"))[1]
    for name in ("README.md", "README.zh.md"):
        yield name, text_of(name)
    yield "CHANGELOG.md", newest_section(text_of("CHANGELOG.md"))


@pytest.fixture(scope="module")
def rows() -> set[str]:
    """Every figure in a table of docs/results, but that of figures in sentences."""
    texts = [path.read_text(encoding="utf-8") for path in RESULTS.glob("*.md")]
    cells = [split(text.partition("<!-- table text -->")[0])[0] for text in texts]
    return set(figures("\n".join(cells)))


def test_the_pages_are_what_the_data_makes() -> None:
    """If not: make results."""
    assert [name for name, text in tables.pages().items() if text_of(name) != text] == []


@pytest.mark.parametrize(("page", "text"), list(pages_with_figures()), ids=lambda value: value[:12])
def test_every_figure_has_a_row(page: str, text: str, rows: set[str]) -> None:
    """A figure of a sentence stands in a table, or in docs/results/tables/text.csv."""
    own = {row["figure"] for row in tables.csv_rows("tables/text.csv") if row["page"] == page}
    assert [figure for figure in figures(text) if figure not in rows | own] == []


def test_no_row_speaks_of_a_figure_that_is_gone() -> None:
    texts = dict(pages_with_figures())
    rows = tables.csv_rows("tables/text.csv")
    assert [row for row in rows if row["figure"] not in figures(texts[row["page"]])] == []


def test_a_row_or_a_run_that_is_gone_is_missed(tmp_path: Path) -> None:
    runs = tables.runs()
    for place in range(len(runs)):
        fewer = runs[:place] + runs[place + 1 :]
        assert strength_page(fewer) != text_of("docs/results/strength.md")
    with pytest.raises(tables.UnknownFigureError, match="no run of learned and odds"):
        tables.filled("{points learned odds}", [])
    with pytest.raises(tables.UnknownFigureError, match="no figure 'luck'"):
        tables.filled("{luck learned odds}", runs)
    with pytest.raises(tables.UnknownFigureError, match="no run e99 of the sources"):
        tables.filled("{points of e99}", runs)


def test_every_run_of_the_sources_is_asked_for() -> None:
    cells = "".join(
        cell for letter in CLAIMS for row in tables.csv_rows(f"sources/{letter}.csv")
        for cell in row.values()
    )  # fmt: skip
    asked = re.findall(r"\{points of ([\w-]+)\}", cells)
    runs = [path.stem for path in (tables.RESULTS / "runs" / "sources").glob("*.json")]
    assert [run for run in runs if run not in asked and run[:-2] not in asked] == []
    # Three seeds of one method: the mean of their walls, not of their errors.
    assert tables.filled("{points of e24}", ()) == "+0.31 ± 0.25"


@pytest.mark.parametrize("letter", CLAIMS)
def test_every_claim_of_a_source_has_a_row_and_a_verdict(letter: str) -> None:
    rows = tables.csv_rows(f"sources/{letter}.csv")
    assert [row["id"] for row in rows] == [f"{letter}{n}" for n in range(1, CLAIMS[letter] + 1)]
    assert {row["verdict"] for row in rows} <= set(tables.VERDICTS)
    assert [row["id"] for row in rows if not all(row.values())] == []


def test_the_sources_are_named_by_title_and_author() -> None:
    documents = tables.csv_rows("sources/documents.csv")
    assert [document["letter"] for document in documents] == list(CLAIMS)
    assert all(document["title"] and document["authors"] for document in documents)

"""The report in a real browser: it says what the JSON says, without network or complaint."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_lab.arena.duel import Duel, StopRule, run_duel, summary_of
from mj_lab.arena.league import League, run_league
from mj_lab.arena.report.duel_text import ROWS, signed
from mj_lab.arena.report.league_text import league_summary
from mj_lab.arena.report.page import write_report
from mj_lab.arena.report.plots import running_interval
from mj_lab.arena.running.engine import LocalEngine
from mj_lab.arena.running.store import Store
from mj_lab.arena.statistics.wall_means import estimate
from mj_lab.records.matches import save_match

PHONE = {"width": 390, "height": 844, "device_scale_factor": 2, "is_mobile": True}
TAGS = "<script>document.title = 'broken'</script>"

OpenPage = Callable[..., Any]


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A duel with everything: wins, faults, and a program whose words are no HTML."""
    folder = tmp_path_factory.mktemp("duel")
    program = folder / "dies.py"
    program.write_text(f"import sys; sys.exit({TAGS!r})")
    spec = f"cmd:{program}"
    faulted, played = Duel((spec, "random"), quick=True), Duel(("greedy", "random"))
    with Store(folder / "1", played.settings()) as store:
        setup = played.setup(record=True)
        run = run_duel(played, LocalEngine(1), store, 8, setup=setup, watch=saving(folder))
    with Store(folder / "2", faulted.settings()) as store:
        faults = summary_of(run_duel(faulted, LocalEngine(1), store, 1))
    made = summary_of(run)
    made["timing"]["faults"] = faults["timing"]["faults"]
    made["sides"]["random"]["faults"] = faults["sides"][spec]["faults"]
    made["folder"] = folder
    return made


def saving(folder: Path) -> Any:
    def watch(played: Any, new: bool) -> None:
        for match in played.matches:
            save_match(folder / f"{match.id}.jsonl", match)

    return watch


def test_a_duels_page_shows_what_its_json_has(
    open_page: OpenPage, accessible: Any, summary: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    write_report(path, summary, summary["folder"])
    page = open_page(path.as_uri())
    text = page.inner_text("body")
    difference = summary["difference"]
    assert f"{difference['mean']:+.2f} ± {difference['error']:.2f}" in page.inner_text(".verdict")
    assert f"{difference['low']:+.2f} to {difference['high']:+.2f}" in page.inner_text(".verdict")
    cells = [row.split("\t") for row in page.inner_text("#sides").splitlines()]
    assert [cell.strip() for cell in cells[0]] == ["", "greedy", "random"]
    for (label, shown), row in zip(ROWS, cells[1:], strict=True):
        wanted = [
            shown(side, summary["timing"]["sides"][name]) for name, side in summary["sides"].items()
        ]
        assert [cell.strip() for cell in row] == [label.strip(), *wanted]
    assert f"{summary['wall_count']} walls, 2v2, seed 0: {summary['games']} games" in " ".join(
        text.split()
    )
    page.click("text=All fans of the wins")
    accessible(page)
    table = page.inner_text("details >> nth=0")
    for name, side in summary["sides"].items():
        place = list(summary["sides"]).index(name)
        for fan, times in side["fans"].items():
            row = next(line for line in table.splitlines() if line.startswith(f"{fan} "))
            assert row.split("\t")[1 + place].strip() == str(times)
    page.click("text=All walls")
    walls = page.inner_text("details >> nth=1")
    for wall in summary["walls"]:
        assert re.search(rf"{wall['wall']}\s+{re.escape(signed(wall['difference']))}\s", walls)


def test_plots_are_drawn(open_page: OpenPage, summary: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(path, summary)
    page = open_page(path.as_uri())
    sizes = page.eval_on_selector_all("img", "all => all.map(i => [i.naturalWidth, i.alt])")
    assert len(sizes) == 6
    assert all(width > 300 and title for width, title in sizes)


def test_links_lead_to_the_matches(
    open_page: OpenPage, summary: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    write_report(path, summary, summary["folder"])
    page = open_page(path.as_uri())
    links = page.eval_on_selector_all("a", "all => all.map(a => [a.href, a.textContent])")
    assert len(links) == 2 * 8 * 6
    for link, seating in links:
        file = Path(link.removeprefix("file://"))
        record = json.loads(file.read_text())
        letters = {"greedy": "A", "random": "B"}
        assert "".join(letters[name] for name in record["players"]) == seating


def test_faults_are_told_and_their_words_are_only_words(
    open_page: OpenPage, summary: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    write_report(path, summary)
    page = open_page(path.as_uri())
    assert page.inner_text("pre >> nth=0") == TAGS
    assert page.title() == "greedy – random"


def test_it_is_read_on_a_phone(
    open_page: OpenPage, summary: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    write_report(path, summary, summary["folder"])
    page = open_page(path.as_uri(), **PHONE)
    page.click("text=All fans of the wins")
    # Nothing is wider than the screen, so nobody has to push the page about or to zoom out.
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("window.visualViewport.scale") == 1
    letters = page.eval_on_selector_all(
        "p, td, th, figcaption, pre, summary",
        "all => Math.min(...all.map(e => parseFloat(getComputedStyle(e).fontSize)))",
    )
    assert letters >= 13
    # The letters in the plots are 8 points (10.7 pixels) and more where a plot has its full width.
    least = page.eval_on_selector_all(
        "img", "all => Math.min(...all.map(i => 10.7 * i.width / i.naturalWidth))"
    )
    assert least >= 8


def test_a_leagues_page(open_page: OpenPage, accessible: Any, tmp_path: Path) -> None:
    league = League(("greedy", "random", "random", "random", "random"), rounds=2, seatings=4)
    with Store(tmp_path / "db", league.settings()) as store:
        summary = league_summary(run_league(league, LocalEngine(1), store))
    path = tmp_path / "league.html"
    write_report(path, summary, tmp_path)
    page = open_page(path.as_uri(), **PHONE)
    accessible(page)
    rows = page.inner_text("#standings").splitlines()[1:]
    for place, (row, player) in enumerate(zip(rows, summary["standings"], strict=True), start=1):
        cells = [cell.strip() for cell in row.split("\t")]
        assert cells[0] == f"{place}. {player['name']}"
        assert float(cells[1]) == player["points"]
        assert cells[4].startswith(f"{player['score']:+.2f} ± ")
        assert cells[5] == f"{player['rating']:.1f} ± {player['rating_error']:.1f}"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_report_of_nothing_is_a_page_too(open_page: OpenPage, tmp_path: Path) -> None:
    duel = Duel(("greedy", "random"))
    with Store(tmp_path / "db", duel.settings()) as store:
        run = run_duel(duel, LocalEngine(1), store, 1)
    empty = summary_of(type(run)(duel, StopRule(), [], False))
    path = tmp_path / "report.html"
    write_report(path, empty)
    page = open_page(path.as_uri())
    assert "no wall is finished" in page.inner_text("body")
    assert "Interrupted" in page.inner_text("body")


def test_the_same_summary_gives_the_same_page(summary: dict[str, Any], tmp_path: Path) -> None:
    one, two = tmp_path / "1.html", tmp_path / "2.html"
    write_report(one, summary)
    write_report(two, summary)
    assert one.read_bytes() == two.read_bytes()


def test_the_running_interval_ends_at_the_stated_one() -> None:
    draws = [1.0, -4.0, 2.5, 7.0]
    means, low, high = running_interval(draws)
    stated = estimate(draws)
    assert (means[-1], low[-1], high[-1]) == pytest.approx((stated.mean, stated.low, stated.high))
    assert (low[0], high[0]) == (1.0, 1.0)

"""The report in a real browser: it says what the JSON says, without network or complaint."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.records.matches import save_match
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.sprt import SprtResult
from mj_lab.core.text.fan_names import english_name
from mj_lab.core.wall_means import estimate
from mj_lab.measure.arena.duel import Duel, StopRule, run_duel
from mj_lab.measure.arena.league import League, run_league
from mj_lab.measure.arena.report.duel_summary import DuelSummary, summary_of
from mj_lab.measure.arena.report.duel_text import ROWS, signed
from mj_lab.measure.arena.report.league_summary import LeagueSummary, league_summary
from mj_lab.measure.arena.report.page import write_report
from mj_lab.measure.arena.report.plots import running_interval

PHONE = {"width": 390, "height": 844, "device_scale_factor": 2, "is_mobile": True}
TAGS = "<script>document.title = 'broken'</script>"

OpenPage = Callable[..., Any]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DuelSummary]:
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
    made.timing.faults = faults.timing.faults
    side = made.sides["random"]
    counts = faults.sides[spec].figures.faults
    made.sides["random"] = replace(side, figures=replace(side.figures, faults=counts))
    return folder, made


@pytest.fixture(scope="module")
def summary(duel: tuple[Path, DuelSummary]) -> DuelSummary:
    """What that duel says."""
    return duel[1]


def saving(folder: Path) -> Any:
    def watch(played: Any, new: bool) -> None:
        for match in played.matches:
            save_match(folder / f"{match.id}.jsonl", match)

    return watch


@pytest.fixture(scope="module")
def report(duel: tuple[Path, DuelSummary]) -> Path:
    """The page of that duel, which leads to replays of its matches."""
    folder, summary = duel
    write_report(folder / "report.html", summary, folder)
    return folder / "report.html"


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, LeagueSummary]:
    """A league's page, which leads to replays, and what it is of."""
    folder = tmp_path_factory.mktemp("league")
    made = League(("greedy", "random", "random", "random", "random"), rounds=2, seatings=4)
    setup = made.setup(record=True)
    with Store(folder / "db", made.settings()) as store:
        run = run_league(made, LocalEngine(1), store, setup, watch=saving(folder))
    summary = league_summary(run)
    write_report(folder / "league.html", summary, folder)
    return folder / "league.html", summary


def show(open_page: OpenPage, path: Path, **options: Any) -> Any:
    page = open_page(path.as_uri(), **options)
    page.wait_for_selector(".chart svg text")
    return page


@pytest.mark.thorough
def test_a_duels_page_shows_what_its_json_has(
    open_page: OpenPage, summary: DuelSummary, report: Path
) -> None:
    page = show(open_page, report)
    difference = summary.difference
    assert difference.low is not None
    verdict = page.inner_text(".verdict")
    assert verdict.startswith(f"greedy - random: {difference.mean:+.2f}")
    assert f"± {difference.error:.2f}" in verdict
    assert f"{difference.low:+.2f} to {difference.high:+.2f}" in verdict
    cells = [row.split("\t") for row in page.inner_text("#sides").splitlines()]
    assert [cell.strip() for cell in cells[0]] == ["", "greedy", "random"]
    for (_, shown), row in zip(ROWS, cells[1:], strict=True):
        wanted = [shown(side, summary.timing.sides[name]) for name, side in summary.sides.items()]
        assert [cell.strip() for cell in row[1:]] == wanted
    played = f"{summary.wall_count} walls, 2v2, seed 0: {summary.games} games"
    assert played in page.inner_text("main")
    page.click("text=All fans of the wins")
    table = page.inner_text("#fans").splitlines()
    for place, side in enumerate(summary.sides.values()):
        for fan, times in side.figures.fans.items():
            row = next(line for line in table if line.startswith(f"{english_name(fan)}\t"))
            assert row.split("\t")[1 + place].strip() == str(times)
    page.click("text=All walls")
    walls = page.inner_text("#walls")
    for wall in summary.walls:
        assert re.search(rf"{wall.wall}\s+{re.escape(signed(wall.difference))}\s", walls)


@pytest.mark.thorough
def test_charts_show_the_figures(open_page: OpenPage, summary: DuelSummary, report: Path) -> None:
    page = show(open_page, report)
    titles = page.eval_on_selector_all(".chart svg", "all => all.map(e => e.ariaLabel)")
    assert len(titles) == 6
    assert "Difference wall by wall: greedy − random" in titles
    bars = set(page.eval_on_selector_all(".chart title", "all => all.map(e => e.textContent)"))
    for name, side in summary.sides.items():
        for melds, times in side.figures.melds.items():
            assert f"{name}, {melds}: {times}" in bars
        for fan, times in list(side.figures.fans.items())[:1]:
            assert f"{name}: {100 * times / side.figures.wins:.1f}%" in bars, fan
    dots = page.get_attribute(".chart .dots", "d")
    assert dots is not None
    assert dots.count("M") == summary.wall_count


@pytest.mark.thorough
def test_one_colour_a_player_everywhere(
    open_page: OpenPage, summary: DuelSummary, report: Path
) -> None:
    for theme in ("light", "dark"):
        page = show(open_page, report, color_scheme=theme)
        named = page.eval_on_selector_all(
            ".who",
            "all => all.map(e => [e.textContent, getComputedStyle(e, '::before').backgroundColor])",
        )
        colours = {name: {colour for who, colour in named if who == name} for name, _ in named}
        assert set(colours) == {"greedy", "random"}
        assert all(len(found) == 1 for found in colours.values())
        drawn = page.eval_on_selector_all(
            ".bar-of",
            "all => all.map(e => [e.textContent.split(/[,:]/)[0], getComputedStyle(e).fill])",
        )
        assert drawn
        assert all({colour} == colours[name] for name, colour in drawn)
        assert colours["greedy"] != colours["random"]


@pytest.mark.thorough
def test_saved_matches_open_as_replays(
    open_page: OpenPage, summary: DuelSummary, report: Path
) -> None:
    page = show(open_page, report)
    links = page.eval_on_selector_all("td a", "all => all.map(a => [a.href, a.textContent])")
    assert len(links) == 2 * 8 * 6
    for link, seating in links:
        file = Path(link.removeprefix("file://"))
        assert file.exists()
        record = json.loads(file.with_suffix(".jsonl").read_text())
        letters = {"greedy": "A", "random": "B"}
        assert "".join(letters[name] for name in record["players"]) == seating
    shown = open_page(links[0][0])
    shown.wait_for_selector("#table .hub")
    back = shown.get_attribute("nav a", "href")
    assert (Path(links[0][0].removeprefix("file://")).parent / back).resolve() == report


def test_a_saved_match_that_cannot_be_read_costs_no_report(
    duel: tuple[Path, DuelSummary], tmp_path: Path
) -> None:
    folder, summary = duel
    saved = tmp_path / "saved"
    saved.mkdir()
    whole = (folder / "wall-0-0.jsonl").read_text()
    for number, text in enumerate((whole, whole[:2000], "", "{}")):
        (saved / f"wall-0-{number}.jsonl").write_text(text)
    write_report(tmp_path / "report.html", summary, saved)
    assert sorted(path.name for path in saved.glob("*.html")) == ["wall-0-0.html"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("decided", "english", "chinese"),
    [
        (20, "SPRT 0:20 is decided after 8 walls: greedy - random is 20, not 0", "判定：greedy"),
        (None, "SPRT 0:20 is not decided after 8 walls (LLR +1.50 of ±2.94)", "8 副牌墙后未定"),
    ],
)
def test_the_sequential_test_is_told(
    open_page: OpenPage,
    summary: DuelSummary,
    tmp_path: Path,
    decided: float | None,
    english: str,
    chinese: str,
) -> None:
    path = tmp_path / "report.html"
    sprt = SprtResult(0.0, 20.0, 0.05, 2.944, 1.5, decided)
    write_report(path, replace(summary, sprt=sprt))
    page = show(open_page, path)
    assert english in page.inner_text(".verdict >> nth=1")
    page.click("#language")
    assert chinese in page.inner_text(".verdict >> nth=1")


@pytest.mark.thorough
def test_faults_are_told_and_their_words_are_only_words(
    open_page: OpenPage, summary: DuelSummary, report: Path
) -> None:
    page = show(open_page, report)
    assert page.inner_text("pre >> nth=0") == TAGS
    assert page.title() == "greedy – random"


@pytest.mark.slow
def test_at_every_width(
    open_page: OpenPage,
    well_laid: Any,
    accessible: Any,
    report: Path,
    look: dict[str, Any],
) -> None:
    page = show(open_page, report, **look)
    for fold in page.locator("summary").all():
        fold.click()
    well_laid(page)
    accessible(page)
    text = page.inner_text("main")
    assert ("Pure Double Chow" in text or "All Chows" in text) == (look["locale"] == "en")
    assert bool(re.search("[\u4e00-\u9fff]", text)) == (look["locale"] != "en")


@pytest.mark.thorough
def test_letters_are_large_enough_on_a_phone(
    open_page: OpenPage, summary: DuelSummary, report: Path
) -> None:
    page = show(open_page, report, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("window.visualViewport.scale") == 1
    letters = page.eval_on_selector_all(
        "p, td, th, figcaption, pre, summary",
        "all => Math.min(...all.map(e => parseFloat(getComputedStyle(e).fontSize)))",
    )
    assert letters >= 12.9
    # In the charts a unit is a pixel: they are drawn at the width they are shown at.
    scales = page.eval_on_selector_all(
        ".chart svg",
        "all => all.map(e => e.getBoundingClientRect().width / e.viewBox.baseVal.width)",
    )
    assert scales == pytest.approx([1.0] * 6, abs=0.01)


@pytest.mark.thorough
def test_a_leagues_page(open_page: OpenPage, league: tuple[Path, LeagueSummary]) -> None:
    path, summary = league
    page = show(open_page, path)
    for language in ("zh-Hans", "en"):
        page.click("#language")
        assert page.evaluate("document.documentElement.lang") == language
    rows = page.inner_text("#standings tbody").splitlines()
    for place, (row, player) in enumerate(zip(rows, summary.standings, strict=True), start=1):
        cells = [cell.strip() for cell in row.split("\t")]
        assert cells[0] == f"{place}. {player.name}"
        assert float(cells[1]) == player.points
        assert cells[4].startswith(f"{player.figures.score:+.2f} ± ")
        assert cells[5] == f"{player.rating:.1f} ± {player.rating_error:.1f}"
    replays = page.eval_on_selector_all("li a", "all => all.map(a => [a.href, a.textContent])")
    assert len(replays) == 8
    for link, told in replays:
        record = json.loads(Path(link.removeprefix("file://")).with_suffix(".jsonl").read_text())
        assert sorted(record["players"]) == sorted(told.split(": ")[1].split(", "))


@pytest.mark.thorough
def test_a_leagues_page_at_every_width(
    open_page: OpenPage,
    well_laid: Any,
    accessible: Any,
    league: tuple[Path, LeagueSummary],
    look: dict[str, Any],
) -> None:
    page = show(open_page, league[0], **look)
    well_laid(page)
    accessible(page)


@pytest.mark.thorough
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


def test_the_same_summary_gives_the_same_page(summary: DuelSummary, tmp_path: Path) -> None:
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

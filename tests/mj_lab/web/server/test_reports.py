"""Saved reports and reviews: found, drawn anew from their data, their games lead to replays."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.options import ADVISER
from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches, save_match
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.explain.review.page import review_page
from mj_lab.explain.review.replay.match_page import replay_page
from mj_lab.explain.review.reviewing import GameReview, SeatReview, review_game
from mj_lab.explain.review.together.report import report_of
from mj_lab.explain.review.views import game_of_match
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.arena.report.page import write_report
from mj_lab.web.server.reports import SavedReports
from mj_lab.web.server.saved import SavedMatches, key_of
from tests.mj_lab.conftest import Check, Open
from tests.recorded import Recorded

WALLS = 12


def played_duel(folder: Path) -> Path:
    """A duel with its report in a folder and its matches below it."""
    saved = folder / "games of it"
    saved.mkdir()

    def watch(played: Any, new: bool) -> None:
        for match in played.matches:
            save_match(saved / f"{match.id}.jsonl", match)

    duel = Duel(("greedy", "random"), quick=True)
    with Store(folder / "db", duel.settings()) as store:
        setup = duel.setup(record=True)
        run = run_duel(duel, LocalEngine(1), store, WALLS, setup=setup, watch=watch)
    write_report(folder / "duel.html", summary_of(run), saved)
    return saved


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A duel's report with its matches and replays, a review, and pages that are neither."""
    made: Path = tmp_path_factory.mktemp("reports")
    played_duel(made)
    game = GameReview("a game", "f", "", (SeatReview(0, "somebody", 8, (), 0),))
    page = review_page(report_of([game], "player", "odds"))
    (made / "july.html").write_text(page, encoding="utf-8")
    (made / "other.html").write_text("<!DOCTYPE html><title>Another</title><script>x()</script>")
    (made / "bytes.html").write_bytes(b"\xff\xfe\x00")
    return made


def reports_in(folder: Path) -> SavedReports:
    return SavedReports([folder], SavedMatches([folder]))


def drawn(folder: Path, file: str) -> str:
    """The page of a report or review in a folder, drawn anew."""
    reports = reports_in(folder)
    (key,) = (row["key"] for row in reports.newest() if row["file"] == file)
    return str(reports.page(key))


def test_reports_and_reviews_are_found_and_nothing_else(folder: Path) -> None:
    rows = {row["file"]: row for row in reports_in(folder).newest()}
    assert set(rows) == {"duel.html", "july.html"}
    assert rows["duel.html"]["title"] == "greedy – random"
    assert [rows[name]["kind"] for name in ("duel.html", "july.html")] == ["report", "review"]
    # There are replays beside the matches, and they are pages of ours.
    assert len(list(folder.rglob("wall-*.html"))) == 20


def test_every_game_leads_to_its_match(folder: Path) -> None:
    matches = SavedMatches([folder])
    data = data_of_page(drawn(folder, "duel.html"))
    walls = {wall["wall"]: wall for wall in data["walls"]}
    assert len(walls) == WALLS
    for wall in data["walls"] + data["widest"]:
        for place, game in enumerate(wall["games"]):
            path = matches.path(game["link"].removeprefix("/saved/"))
            assert path is not None
            assert path.name == f"wall-{wall['wall']}-{place}.jsonl"
            players = next(iter(read_matches(path))).players
            assert [data["players"][side] for side in game["seating"]] == list(players)
    left = data_of_page((folder / "duel.html").read_text(encoding="utf-8"))
    for mine, its in zip(data["walls"], left["walls"], strict=True):
        assert mine["difference"] == its["difference"]


def test_what_a_page_from_disk_brings_is_data_alone(folder: Path, tmp_path: Path) -> None:
    text = (folder / "duel.html").read_text(encoding="utf-8")
    data = data_of_page(text)
    for wall in data["walls"] + data["widest"]:
        for game in wall["games"]:
            game["link"] = "javascript:alert(1)"
    head, _, rest = text.partition('id="data">')
    hostile = f'{head}id="data">{json.dumps(data)}</script>{rest.partition("</script>")[2]}'
    hostile = hostile.replace(
        "</body>", "<script>alert(1)</script><img src=x onerror=alert(1)></body>"
    )
    (tmp_path / "hostile.html").write_text(hostile, encoding="utf-8")
    page = drawn(tmp_path, "hostile.html")
    assert "alert(1)" not in page
    assert all(
        game["link"] is None for wall in data_of_page(page)["walls"] for game in wall["games"]
    )


@pytest.mark.parametrize(
    ("data", "told"),
    [("[]", "another kind"), ("{", "Expecting"), ("[" * 100_000, "deep|Expecting"), (None, "data")],
)
def test_what_cannot_be_drawn_is_told(tmp_path: Path, data: str | None, told: str) -> None:
    head = '<meta name="generator" content="mj_bot report">\n<title>x</title>'
    body = "" if data is None else f'<script type="application/json" id="data">{data}</script>'
    (tmp_path / "page.html").write_text(head + body)
    with pytest.raises(ValueError, match=told):
        drawn(tmp_path, "page.html")


def test_a_reviews_games_lead_to_their_replays(folder: Path, tmp_path: Path) -> None:
    path = next(iter(sorted(folder.rglob("wall-*.jsonl"))))
    (match,) = read_matches(path)
    save_match(tmp_path / "one.jsonl", match)
    seats = (SeatReview(1, "somebody", 8, (), 0),)
    files = ("one.jsonl", "two.jsonl")
    games = [GameReview(match.id, file, "", seats, match) for file in files]
    games.append(GameReview("another", "one.jsonl", "", seats, match))
    page = review_page(report_of(games, "player", "odds"))
    (tmp_path / "review.html").write_text(page, encoding="utf-8")
    matches = data_of_page(drawn(tmp_path, "review.html"))["matches"]
    replays = [game["replay"] for game in matches]
    assert replays == [f"/saved/{key_of(tmp_path / 'one.jsonl')}", None, None]


def test_a_key_is_no_path(folder: Path) -> None:
    reports = reports_in(folder)
    for key in ("duel.html", "../duel.html", str(folder / "duel.html"), "", "0" * 16):
        assert reports.page(key) is None


@pytest.fixture
def served(server: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """The server with a duel's report and a replay in its folder, which other tests share."""
    before = set(server.folder.iterdir())
    played_duel(server.folder)
    (server.folder / "a replay.html").write_text(
        replay_page(next(iter(read_matches(next(server.folder.rglob("wall-*.jsonl"))))))
    )
    made = set(server.folder.iterdir()) - before
    yield server
    for path in made:
        rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.thorough
def test_in_a_browser_a_games_replay_is_one_click_away(
    served: SimpleNamespace, open_page: Open, for_everybody: Check
) -> None:
    page = open_page(served.url + "/", locale="en")
    page.wait_for_selector("#reports td")
    assert page.locator("#reports a").all_inner_texts() == ["duel.html"]
    for_everybody(page)
    page.click("#reports a")
    page.wait_for_selector("#widest td a")
    assert page.get_attribute("nav a", "href") == served.url + "/", "where one came from"
    page.click("#widest td a >> nth=0")
    page.wait_for_selector("#table .hub")
    assert "points lost" in page.inner_text("#review")


@pytest.mark.thorough
def test_the_mistakes_of_a_review_can_be_practised(
    server: SimpleNamespace, show: Open, recorded: Recorded
) -> None:
    """Those of the seat shown, where the server has the match; they are then in the own deck."""
    match = Match.model_validate(recorded("judged_games")[33])
    match_file, page_file = (server.folder / f"mistaken.{ending}" for ending in ("jsonl", "html"))
    save_match(match_file, match)
    game = review_game(game_of_match(match, file=match_file.name), ADVISER)
    page_file.write_text(review_page(report_of([game], "player", ADVISER)), encoding="utf-8")
    page = show(f"/reports/{key_of(page_file)}")
    page.wait_for_selector("#worst table")
    page.click("#worst .practise")
    page.wait_for_selector("#score table")
    kept = page.inner_text("#deck-said")
    assert "new; " in kept and not kept.startswith("0"), kept
    for path in (match_file, page_file):
        path.unlink()

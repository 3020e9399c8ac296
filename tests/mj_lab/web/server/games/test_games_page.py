"""The page of an archive, in a real browser and over the wire: found, paged, opened."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from mj_lab.core.records.index.building import IndexBuilder
from mj_lab.core.records.index.index_file import INDEX_NAME, open_index
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import write_matches
from tests.mj_lab.conftest import Check, Look, Open, expect
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.web.server.test_server import ask

COUNT = 60


@pytest.fixture
def archive(server: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """The server with an index of games: ann sits in all of them, bob in every sixth."""
    games = []
    for number, match in enumerate(judged_games(COUNT // 6)):
        for copy in range(6):
            day = 1_600_000_000 + 86_400 * (6 * number + copy)
            players = ("ann", "bob" if copy == 0 else "cho", "dan", "eve")
            name = f"{day:08x}{6 * number + copy:016x}"
            games.append(match.model_copy(update={"id": name, "players": players}))
    with indexed(server.folder, games):
        server.games = games
        yield server


@contextmanager
def indexed(folder: Path, games: Sequence[Match]) -> Iterator[None]:
    """While the index of a server's folder has these games."""
    source = folder / "archive.txt"
    write_matches(source, games)
    with closing(open_index(folder / INDEX_NAME, write=True)) as index:
        IndexBuilder(index, print).add([source])
    yield
    for file in (source, *folder.glob(INDEX_NAME + "*")):
        file.unlink()


def test_games_are_found_page_by_page(archive: SimpleNamespace) -> None:
    names: list[str] = []
    after = ""
    for _ in range(9):
        *_, body = ask(archive, f"/api/games?count=25&after={quote(after)}")
        found = json.loads(body)
        names += [row["name"] for row in found["games"]]
        after = found["next"]
        if after is None:
            break
    assert names == [match.id for match in reversed(archive.games)]
    *_, body = ask(archive, "/api/games?player=bob&since=2020-10-01&fan=")
    assert 0 < json.loads(body)["total"] < COUNT // 6


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("fan=x", "fan: expected a whole number"),
        ("since=yesterday", "since: expected a date"),
        ("sort=moon", "sort: expected 'began', 'fan', 'length' or 'lost'"),
        ("after=x", "after: not a position in the list"),
        ("moon=1", "moon: not known"),
        ("player=" + "x" * 300, "player: expected at most 200 letters"),
    ],
)
def test_what_is_no_question(archive: SimpleNamespace, query: str, told: str) -> None:
    status, _, body = ask(archive, "/api/games?" + query)
    assert status == 200
    assert json.loads(body)["error"].startswith(told)


def test_without_an_index_it_says_how_to_make_one(server: SimpleNamespace) -> None:
    *_, body = ask(server, "/api/games")
    assert "no index; mj records index FOLDER makes one" in json.loads(body)["error"]
    assert ask(server, "/games")[0] == 200
    assert ask(server, "/games/1")[0] == 400


def test_a_game_opens_as_a_replay(archive: SimpleNamespace) -> None:
    row = json.loads(ask(archive, "/api/games?count=1")[2])["games"][0]
    status, _, page = ask(archive, f"/games/{row['game']}?tactic=greedy")
    assert status == 200
    assert archive.games[-1].id.encode() in page
    for wrong in ("0", "x", "9" * 30, "9" * 5_000, "999999"):
        status, _, page = ask(archive, f"/games/{wrong}")
        assert status == 400
        assert b"no such game" in page


@pytest.mark.thorough
def test_the_page(archive: SimpleNamespace, open_page: Open) -> None:
    page = open_page(archive.url + "/games")
    expect(page.locator("#count")).to_have_text(f"{COUNT} games")
    page.fill("#field-player", "bob")
    page.select_option("#field-sort", "length")
    page.click("#find")
    page.wait_for_url("**player=bob**")
    page.wait_for_selector(f"#count:text-is('{COUNT // 6} games')")
    lengths = [int(one) for one in page.locator(".found-games td:nth-child(5)").all_inner_texts()]
    assert lengths == sorted(lengths, reverse=True)
    assert len(lengths) == COUNT // 6
    page.go_back()
    page.wait_for_selector(f"#count:text-is('{COUNT} games')")
    page.click("#next")
    expect(page.locator(".found-games tbody tr")).to_have_count(COUNT - 50)
    expect(page.locator("#first")).to_be_visible()
    expect(page.locator("#find-fan")).to_be_visible()
    page.click("#language")
    assert page.inner_text("#find") == "查找"
    page.fill("#field-fan", "999")
    page.click("#find")
    page.wait_for_selector("#count:text-is('没有这样的对局。')")


@pytest.mark.slow
def test_the_page_at_every_width(
    archive: SimpleNamespace, open_page: Open, look: Look, for_everybody: Check
) -> None:
    page = open_page(archive.url + "/games", **look)
    for query, shown in (
        ("", ".found-games tbody tr"),
        ("?fan=999", "#count:not(:empty)"),  # Nothing is found.
        ("?moon=1", "#error:not([hidden])"),
    ):
        page.goto(archive.url + "/games" + query)
        page.wait_for_selector(shown)
        for_everybody(page)

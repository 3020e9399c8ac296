"""The page of an archive, in a real browser and over the wire: found, paged, opened."""

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from mj_lab.core.records.index.building import IndexBuilder
from mj_lab.core.records.index.index_file import INDEX_NAME, open_index
from mj_lab.core.records.matches import write_matches
from tests.mj_lab.conftest import expect
from tests.mj_lab.core.records.convert.judged import judged_games

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
    source, path = server.folder / "archive.txt", server.folder / INDEX_NAME
    write_matches(source, games)
    with closing(open_index(path, write=True)) as index:
        IndexBuilder(index, print).add([source])
    server.games = games
    yield server
    for file in server.folder.glob(INDEX_NAME + "*"):
        file.unlink()
    source.unlink()


def ask(server: SimpleNamespace, path: str) -> tuple[int, bytes]:
    place = urlsplit(server.url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=200)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_games_are_found_page_by_page(archive: SimpleNamespace) -> None:
    names: list[str] = []
    after = ""
    for _ in range(9):
        _, body = ask(archive, f"/api/games?count=25&after={quote(after)}")
        found = json.loads(body)
        names += [row["name"] for row in found["games"]]
        after = found["next"]
        if after is None:
            break
    assert names == [match.id for match in reversed(archive.games)]
    _, body = ask(archive, "/api/games?player=bob&since=2020-10-01&fan=")
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
    status, body = ask(archive, "/api/games?" + query)
    assert status == 200
    assert json.loads(body)["error"].startswith(told)


def test_without_an_index_it_says_how_to_make_one(server: SimpleNamespace) -> None:
    _, body = ask(server, "/api/games")
    assert "no index; mj records index FOLDER makes one" in json.loads(body)["error"]
    assert ask(server, "/games")[0] == 200
    assert ask(server, "/games/1")[0] == 400


def test_a_game_opens_as_a_replay(archive: SimpleNamespace) -> None:
    row = json.loads(ask(archive, "/api/games?count=1")[1])["games"][0]
    status, page = ask(archive, f"/games/{row['game']}?tactic=greedy")
    assert status == 200
    assert archive.games[-1].id.encode() in page
    for wrong in ("0", "x", "9" * 30, "9" * 5_000, "999999"):
        status, page = ask(archive, f"/games/{wrong}")
        assert status == 400
        assert b"no such game" in page


@pytest.mark.thorough
def test_the_page(archive: SimpleNamespace, open_page: Callable[..., Any]) -> None:
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
    page.click("#language")
    assert page.inner_text("#find") == "显示"
    page.fill("#field-fan", "999")
    page.click("#find")
    page.wait_for_selector("#count:text-is('没有。')")


@pytest.mark.thorough
def test_the_page_at_every_width(
    archive: SimpleNamespace,
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    look: dict[str, Any],
) -> None:
    page = open_page(archive.url + "/games", **look)
    page.wait_for_selector(".found-games tbody tr")
    well_laid(page)
    accessible(page)
    page.goto(archive.url + "/games?fan=999")  # Nothing is found.
    page.wait_for_selector("#count:not(:empty)")
    well_laid(page)
    accessible(page)
    page.goto(archive.url + "/games?moon=1")
    page.wait_for_selector("#error:not([hidden])")
    well_laid(page)
    accessible(page)

"""Whole games played through the page by a scripted person, in real Chromium at a real server."""

import re
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play import play_table
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import expect, thorough
from tests.mj_lab.web.server.person import ASKED, PHONE, Person
from tests.mj_lab.web.server.staged import (
    PERSON_SEAT,
    SCENES,
    DrawnTile,
    kinds_answered,
    stage,
    wall_with,
)


@pytest.fixture
def store(tables_file: Path) -> Iterator[PlayStore]:
    opened = PlayStore(tables_file)
    yield opened
    opened.close()


@pytest.fixture
def play_scene(
    server: SimpleNamespace,
    store: PlayStore,
    open_page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Counter[str]]:
    """`play_scene(name, number, size, phone)`: a staged game; its answers by the record."""

    def played(name: str, number: int, size: int, phone: bool) -> Counter[str]:
        scene = SCENES[name]
        opponent = DrawnTile(scene.opponent_pungs)
        monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: opponent)
        token = stage(store, f"{name}-{number}-{size}-{phone:d}", scene, size, number)
        page = open_page(f"{server.url}/play#{token}", **(PHONE if phone else {}))
        person = Person(page, phone)
        person.play(scene)
        assert person.pressed[scene.wish] >= 1, (name, person.pressed)
        saved = server.folder / "tables" / f"table-{name}-{number}-{size}-{phone:d}-1.jsonl"
        assert [disagreement(match) for match in read_matches(saved)] == [None]
        (match,) = read_matches(saved)
        scores = [int(text) for text in page.locator("#result .score").all_inner_texts()]
        assert scores == list(match.scores)
        page.context.close()
        answered = kinds_answered(match, PERSON_SEAT)
        assert answered[name] >= 1, (name, answered)
        assert answered["pass"] >= person.pressed["pass"]
        answered["pass"] = person.pressed["pass"]  # A pass by itself is nobody's answer.
        return answered

    return played


@pytest.mark.parametrize(
    "name",
    [name if name in ("self-drawn", "claimed-win") else thorough(name) for name in SCENES],
)
def test_every_kind_of_answer(play_scene: Callable[..., Counter[str]], name: str) -> None:
    """Short walls; every other scene at the size of a phone."""
    play_scene(name, 0, 17, list(SCENES).index(name) % 2 == 1)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", SCENES)
def test_every_kind_of_answer_twenty_times(
    play_scene: Callable[..., Counter[str]], name: str
) -> None:
    """`pytest -m slow tests/mj_lab/web/server/test_play_in_browser.py`: 200 games, half on a phone.

    One kind at a time: `-k claimed-win`.
    """
    answered: Counter[str] = Counter()
    for number in range(20):
        answered += play_scene(name, number, 34, number % 2 == 1)
    # What the low chow leaves of the hand could claim again and again; the others' can hardly.
    kinds = [name, "pass"] if name == "chow-low" else [name]
    assert min(answered[kind] for kind in kinds) >= 20, answered


@pytest.mark.thorough
def test_from_the_first_page_in_one_click_and_through_a_reload(
    server: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    page = open_page(server.url + "/")
    page.wait_for_selector("#switches button")
    page.click("#play-now")
    page.wait_for_selector("#table .hub")
    assert re.fullmatch(r".*/play#[\w-]{32}", page.url)
    page.wait_for_function(ASKED)
    asked = page.inner_text("#asks")
    hand = page.locator("#own .tile svg").all_inner_texts()
    sequence = page.get_attribute("#playing", "data-sequence")
    page.reload()
    page.wait_for_function(ASKED)
    assert page.get_attribute("#playing", "data-sequence") == sequence
    assert page.inner_text("#asks") == asked
    assert page.locator("#own .tile svg").all_inner_texts() == hand


@pytest.mark.thorough
def test_the_end_leads_to_the_replay_with_its_review(
    server: SimpleNamespace,
    store: PlayStore,
    open_page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = SCENES["self-drawn"]
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    page = open_page(f"{server.url}/play#{stage(store, 'ends', scene, 34)}")
    page.wait_for_function(ASKED)
    assert re.search(r"Win: \d+ fan, \d+ points", page.inner_text("#asks"))
    assert "Pure Straight" in page.inner_text("#asks .fans-now")
    Person(page).play(scene)
    assert "You win by self-draw" in page.inner_text("#result h2")
    assert page.locator("#result .scores tbody tr").count() == 4
    assert page.locator("#table .hand .tile svg[aria-label='face down']").count() == 0
    page.click("#replay")
    page.wait_for_selector("#decision h2")
    assert re.search(r"/saved/\w+\?seat=1", page.url)


@pytest.mark.thorough
def test_it_tells_in_words_what_happens(
    server: SimpleNamespace,
    store: PlayStore,
    open_page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The live region, in both languages; and the hand by keys alone."""
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    for locale, told in (
        ("en-US", ("East discards East wind", "You may claim this tile")),
        ("zh-CN", ("东家打 东风", "你可以要这张牌")),
    ):
        token = stage(store, f"told-{locale}", SCENES["pung"], 17)
        page = open_page(f"{server.url}/play#{token}", locale=locale)
        page.wait_for_function(ASKED)
        live = page.inner_text("#live")
        assert all(words in live for words in told), live
        page.keyboard.press("1")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#table .melds') !== null")


@pytest.mark.thorough
def test_on_a_phone_the_hand_stays_under_the_thumb(
    server: SimpleNamespace,
    store: PlayStore,
    open_page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With all of it in sight, three chows to choose from or none; and one tap says what two do."""
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    page = open_page(f"{server.url}/play#{stage(store, 'thumb', SCENES['chow-low'], 17)}", **PHONE)
    page.wait_for_function(ASKED)
    assert page.locator("#asks .chi").count() == 3
    claiming = page.locator("#own").bounding_box()
    assert claiming["y"] + claiming["height"] < PHONE["height"]
    page.locator("#asks .pass").tap()
    page.wait_for_selector("#own .apart .hand-tile")
    assert page.locator("#own").bounding_box() == claiming
    page.locator("#own .hand-tile").last.tap()
    page.wait_for_selector("#own .raised")
    assert page.inner_text("#asks") == "Tap it again to discard it"


@pytest.mark.thorough
def test_names_and_the_standing_of_a_match(
    server: SimpleNamespace,
    without_pace: None,
    open_page: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """People have names, and the sums stand beside the table from the second hand on."""
    wall = wall_with({}, 17)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    page = open_page(server.url + "/play")
    page.wait_for_selector("#set-up:not([hidden])")
    page.fill("#name-1", "Mei")
    for seat, name in ((2, "human"), (3, "greedy"), (4, "random")):
        page.select_option(f"#seat-{seat}", name)
    assert page.locator("#name-2").count() == 1 and page.locator("#name-3").count() == 0
    page.select_option("#seat-2", "greedy")
    assert page.locator("#name-2").count() == 0 and page.input_value("#name-1") == "Mei"
    page.select_option("#hands", "4")
    page.select_option("#pace", "fast")
    page.click("#set-up-form button[type=submit]")
    page.wait_for_function(ASKED)
    assert page.is_hidden("#totals")
    page.select_option("#claims", "hand")
    Person(page).play()
    paid = [
        int(text) for text in page.locator("#result .scores .score:last-child").all_inner_texts()
    ]
    page.click("#next-hand")
    # The old hand may come once more before the new one: it has no sums.
    page.wait_for_selector("#totals:not(:empty)")
    told = page.inner_text("#totals")
    # The deal passed on: who was South is East.
    for wind, score in zip(("East", "South", "West", "North"), paid[1:] + paid[:1], strict=True):
        assert re.search(f"{wind} .* ?{'[+−]' if score else ''}{abs(score)}", told), (told, paid)
    assert "You" in told and page.evaluate("() => MJ.recall('name')") == "Mei"


def test_the_page_is_small_and_whole(server: SimpleNamespace) -> None:
    """Every page that one plays at is one file; it asks for nothing besides."""
    for path in ("/", "/play", "/train"):
        with urllib.request.urlopen(server.url + path, timeout=60) as answer:
            assert len(answer.read()) < 1_000_000


@pytest.mark.thorough
def test_a_link_that_opens_no_seat(server: SimpleNamespace, open_page: Callable[..., Any]) -> None:
    page = open_page(server.url + "/play#no-such-token")
    expect(page.locator("#line")).to_have_text("This link opens no seat.")
    assert page.is_hidden("#playing")


@pytest.mark.thorough
def test_the_table_at_every_width(
    server: SimpleNamespace,
    store: PlayStore,
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    look: dict[str, Any],
) -> None:
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    for name in ("chow-low", "self-drawn"):
        token = stage(store, f"{name}-{look['width']}", SCENES[name], 17)
        page = open_page(f"{server.url}/play#{token}", **look)
        page.wait_for_function(ASKED)
        well_laid(page)
        accessible(page)
    Person(page).play(SCENES["self-drawn"])
    well_laid(page)
    accessible(page)
    page = open_page(f"{server.url}/play", **look)
    page.wait_for_selector("#set-up:not([hidden])")
    well_laid(page)
    accessible(page)

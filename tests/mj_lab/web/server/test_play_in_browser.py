"""Whole games played through the page by a scripted person, in real Chromium at a real server."""

import re
import urllib.request
from collections import Counter
from types import SimpleNamespace

import pytest

from mj_lab.table.play import play_table
from tests.mj_lab.conftest import Check, Look, Open, expect, thorough
from tests.mj_lab.web.server.person import ASKED, PHONE, Person, numbers, set_up
from tests.mj_lab.web.server.staged import PERSON_SEAT, SCENES, kinds_answered, wall_with
from tests.mj_lab.web.server.table_client import judged_match

FOCUS = "document.activeElement.className"
# Whether Enter, pressed or held, does nothing to what has the focus.
IS_IDLE = """isHeld => !document.activeElement.dispatchEvent(new KeyboardEvent(
  "keydown", { key: "Enter", repeat: isHeld, bubbles: true, cancelable: true }))"""


@pytest.fixture
def play_scene(server: SimpleNamespace, staged: Open, open_page: Open) -> Open:
    """`play_scene(name, number, size, phone)`: a staged game; its answers by the record."""

    def played(name: str, number: int, size: int, phone: bool) -> Counter[str]:
        scene = SCENES[name]
        table = staged(name, size, number)
        page = open_page(table.url, **(PHONE if phone else {}))
        person = Person(page, phone)
        person.play(scene)
        assert person.pressed[scene.wish] >= 1, (name, person.pressed)
        match = judged_match(server.folder / "tables" / f"table-{table.id}-1.jsonl")
        assert numbers(page, "#result .score") == list(match.scores)
        page.context.close()
        answered = kinds_answered(match, PERSON_SEAT)
        assert answered[name] >= 1, (name, answered)
        assert answered["pass"] >= person.pressed["pass"]
        answered["pass"] = person.pressed["pass"]  # A pass by itself is nobody's answer.
        return answered

    return played


@pytest.mark.parametrize(
    "name", [name if name in ("self-drawn", "claimed-win") else thorough(name) for name in SCENES]
)
@pytest.mark.parametrize(
    ("games", "size"),
    [(1, 17), pytest.param(20, 34, marks=[pytest.mark.slow, pytest.mark.timeout(0)])],
)
def test_every_kind_of_answer(play_scene: Open, name: str, games: int, size: int) -> None:
    """Short walls; every other game at the size of a phone.

    `pytest -m slow tests/mj_lab/web/server/test_play_in_browser.py`: 200 games. One kind at a time:
    `-k claimed-win`.
    """
    answered: Counter[str] = Counter()
    first = list(SCENES).index(name)
    for number in range(games):
        answered += play_scene(name, number, size, (first + number) % 2 == 1)
    # What the low chow leaves of the hand could claim again and again; the others' can hardly.
    kinds = [name, "pass"] if name == "chow-low" and games > 1 else [name]
    assert min(answered[kind] for kind in kinds) >= games, answered


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-US", ("East discards East wind", "You may claim this tile")),
        ("zh-CN", ("东家打 东风", "你可以要这张牌")),
    ],
)
def test_it_tells_in_words_what_happens(sit: Open, locale: str, told: tuple[str, str]) -> None:
    """The live region, in both languages; and the hand by keys alone.

    After each key the focus is on what is to be done next: nowhere does Enter take a step back.
    """
    page = sit("pung", locale=locale)
    live = page.inner_text("#live")
    assert all(words in live for words in told), live
    page.keyboard.press("1")
    assert page.evaluate(FOCUS) == "hand-tile" and page.locator("#asks .back").count() == 1
    # A key that is held would answer the next question too.
    assert page.evaluate(IS_IDLE, True) and not page.evaluate(IS_IDLE, False)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#table .melds') !== null")
    page.keyboard.press("a")
    page.wait_for_selector("#result .main")
    assert page.evaluate(FOCUS).split()[-1] == "main"


@pytest.mark.thorough
def test_on_a_phone_the_hand_stays_under_the_thumb(sit: Open) -> None:
    """With all of it in sight, three chows to choose from or none; and one tap says what two do."""
    page = sit("chow-low", **PHONE)
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
@pytest.mark.usefixtures("without_pace", "opponents")
def test_names_and_the_standing_of_a_match(show: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """People have names, and the sums stand beside the table from the second hand on."""
    wall = wall_with({}, 17)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)
    page = show("/play")
    page.wait_for_selector("#set-up:not([hidden])")
    page.fill("#name-1", "Mei")
    for seat, name in ((2, "human"), (3, "greedy"), (4, "random")):
        page.select_option(f"#seat-{seat}", name)
    assert page.locator("#name-2").count() == 1 and page.locator("#name-3").count() == 0
    page.select_option("#seat-2", "greedy")
    assert page.locator("#name-2").count() == 0 and page.input_value("#name-1") == "Mei"
    set_up(page, hands="4", pace="fast")
    page.wait_for_function(ASKED)
    assert page.is_hidden("#totals")
    page.select_option("#claims", "hand")
    Person(page).play()
    paid = numbers(page, "#result .scores .score:last-child")
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
def test_a_link_that_opens_no_seat(show: Open) -> None:
    page = show("/play#no-such-token")
    expect(page.locator("#line")).to_have_text("This link opens no seat.")
    assert page.is_hidden("#playing")


@pytest.mark.thorough
def test_the_table_at_every_width(sit: Open, look: Look, for_everybody: Check) -> None:
    for name in ("chow-low", "self-drawn"):
        page = sit(name, **look)
        for_everybody(page)
    Person(page).play(SCENES["self-drawn"])
    for_everybody(page)

"""A replay, its button, the table from that moment on, and what came then and now: in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches, save_match
from mj_lab.web.server.saved import key_of
from tests.mj_lab.conftest import Check, Look, Open, expect, thorough
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.web.server.person import ASKED, PHONE, Person, numbers

pytestmark = pytest.mark.usefixtures("without_pace", "opponents")

SEAT = 1
ANEW = """(before) => location.href !== before && document.getElementById("result")?.hidden
  && document.getElementById("playing")?.dataset.asked === "yes" """
LABELS = "all => all.map(one => one.getAttribute('aria-label'))"


Kept = tuple[str, Match, list[int]]


@pytest.fixture
def kept(server: SimpleNamespace) -> Iterator[Kept]:
    """The address of a saved game's replay, the game, and the turns at which the seat decides."""
    (match,) = list(judged_games(3))[2:]
    path = server.folder / "greedy.jsonl"
    save_match(path, match)
    turns = [decision.turn for decision in decisions_of_seat(match, SEAT)]
    yield f"{server.url}/saved/{key_of(path)}?seat={SEAT}&tactic=greedy", match, turns
    path.unlink()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"width": 1280}, ("Try again from here", "In the record this seat got", "Then", "Now")),
        thorough(
            {**PHONE, "locale": "zh-CN"}, ("从这里再打一次", "原来这个座位得", "原来", "这次")
        ),
    ],
)
def test_from_the_replay_to_the_end_and_once_more(
    server: SimpleNamespace, kept: Kept, open_page: Open, options: Look, words: tuple[str, ...]
) -> None:
    address, match, turns = kept
    # The frame of a turn: the start has none. A discard late in the game: it is over soon.
    turn = [one for one in turns if match.responses[one][SEAT].startswith("PLAY")][-2]
    page = open_page(f"{address}#{turn - 1}", **options)
    expect(page.locator("#try-again")).to_have_text(words[0])
    hand = sorted(page.locator("#own .tile svg").evaluate_all(LABELS))
    page.click("#try-again")
    page.wait_for_function(ASKED)
    assert re.fullmatch(r".*/play#[\w-]{32}", page.url)
    # The same hand, with the tile just drawn; and what lies there was discarded then.
    assert sorted(page.locator("#own .tile svg").evaluate_all(LABELS)) == hand
    begins = page.get_attribute("#playing", "data-sequence")
    assert int(begins) == turn
    Person(page, touch="has_touch" in options).play()
    assert words[1] in page.inner_text("#then-and-now")
    heads = page.locator("#result .scores th").all_inner_texts()
    assert heads[-2:] == list(words[2:])
    assert numbers(page, "#result .scores .then") == list(match.scores)
    saved = max(server.folder.rglob("*-again.jsonl"), key=lambda one: one.stat().st_mtime_ns)
    (played,) = read_matches(saved)
    assert numbers(page, "#result .scores .score:not(.then)") == list(played.scores)
    assert played.requests[: turn + 1] == match.requests[: turn + 1]
    before = page.url
    page.click("#play-again")
    page.wait_for_function(ANEW, arg=before)
    assert page.get_attribute("#playing", "data-sequence") == begins


def test_back_leads_to_the_replay_and_not_to_another_table(kept: Kept, open_page: Open) -> None:
    address, _, turns = kept
    page = open_page(f"{address}#{turns[0] - 1}")
    page.click("#try-again")
    page.wait_for_function(ASKED)
    page.go_back()
    page.wait_for_selector("#try-again")
    expect(page).to_have_url(re.compile("/saved/"))


def test_where_nothing_is_decided_there_is_no_button(kept: Kept, open_page: Open) -> None:
    address, match, turns = kept
    free = next(turn for turn in range(2, len(match.requests)) if turn not in turns)
    page = open_page(f"{address}#{free - 1}")
    page.wait_for_selector("#decision h2")
    assert page.locator("#try-again").count() == 0


def test_what_cannot_be_played_on_is_said_and_another_table_offered(show: Open) -> None:
    page = show("/play?record=%2Fsaved%2Fx&seat=1&turn=5")
    expect(page.locator("#line")).to_contain_text("there is no such record here")
    expect(page.locator("#set-up")).to_be_visible()


@pytest.mark.thorough
def test_the_button_and_the_end_at_every_width(
    kept: Kept, open_page: Open, for_everybody: Check, look: Look
) -> None:
    address, _, turns = kept
    page = open_page(f"{address}#{turns[-1] - 1}", **look)
    page.wait_for_selector("#try-again")
    for_everybody(page)
    page.click("#try-again")
    page.wait_for_function(ASKED)
    # A tile is dragged where the hand is in sight, which it is not at every width.
    page.set_viewport_size({"width": 1280, "height": 800})
    Person(page).play()
    page.set_viewport_size({"width": look["width"], "height": look["height"]})
    page.wait_for_selector("#then-and-now")
    # What a closed list hides has a place all the same, over what comes next.
    page.evaluate("document.getElementById('links').remove()")
    for_everybody(page)

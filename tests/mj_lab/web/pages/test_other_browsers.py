"""What people do here, done in Firefox and in WebKit, at a server and on the site."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mj_lab.conftest import Open
from tests.mj_lab.web.conftest import serving_site
from tests.mj_lab.web.other_browsers import BROWSERS, Opened, Tab
from tests.mj_lab.web.pages.test_files_in_browser import DROP
from tests.mj_lab.web.server.person import ASKED, MOVED, OVER
from tests.mj_lab.web.server.training import ANSWERED
from tests.mj_lab.web.site.pages.test_router import people_of
from tests.mj_lab.web.site.pages.test_site_in_browser import KEPT

pytestmark = pytest.mark.slow

# A hand that bots play to its end, a match whose answers are all reviewed.
LONG_SECONDS = 300
LANGUAGES = {"en": "en", "zh": "zh-Hans"}
SEQUENCE = "() => document.getElementById('playing')?.dataset.sequence"
STEP = "() => document.querySelector('#event .step')?.textContent"


@pytest.fixture(scope="module", params=BROWSERS)
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    with BROWSERS[request.param]() as browser:
        yield browser


@pytest.fixture(params=LANGUAGES)
def visit(opened: Opened, request: pytest.FixtureRequest) -> Iterator[Open]:
    """`visit(url)`: a tab with this page, in one of the languages; no page may find fault."""
    with opened() as tab:

        def visited(url: str) -> Tab:
            tab.goto(url)
            tab.seen("#language")
            if tab.run("() => document.documentElement.lang") != LANGUAGES[request.param]:
                tab.click("#language")
            tab.wait("(lang) => document.documentElement.lang === lang", LANGUAGES[request.param])
            return tab

        yield visited
        tab.run("() => 0")
        assert tab.faults == []


def discard(tab: Tab, *keys: str) -> None:
    """The drawn tile, by keys or by a click, once one is asked for a discard."""
    while True:
        tab.wait(ASKED)
        if tab.run("() => document.querySelector('#own .hand-tile') !== null"):
            break
        answer(tab, "Escape")
    sequence = tab.run(SEQUENCE)
    if keys:
        tab.press(*keys)
    else:
        tab.click("#own .apart .hand-tile")
    tab.wait(MOVED, sequence)


def answer(tab: Tab, key: str) -> None:
    sequence = tab.run(SEQUENCE)
    tab.press(key)
    tab.wait(MOVED, sequence)


def test_play_now(visit: Open, origin: Open) -> None:
    tab = visit(origin())
    tab.click("#play-now")
    discard(tab)
    discard(tab, "ArrowLeft", "ArrowRight", "Enter")
    tab.seen("#table .discards .tile", 2)


def test_a_hand_is_played_to_its_end_and_replayed(visit: Open, origin: Open) -> None:
    """The last part of it by a bot, in the own seat."""
    tab = visit(origin("play"))
    tab.choose("#pace", "fast")
    tab.click('#levels input[value="greedy"]')
    tab.click("#set-up-form [type=submit]")
    discard(tab)
    tab.press("a")
    tab.wait(OVER, seconds=LONG_SECONDS)
    tab.click("#replay")
    tab.seen("#decision h2")
    step = tab.run(STEP)
    tab.press("ArrowRight")
    tab.wait(f"(step) => ({STEP})() !== step", step)
    tab.click("#next")
    tab.press("End")
    tab.seen("#result .scores tbody tr", 4)


def test_a_match_is_dropped_and_reviewed(visit: Open, origin: Open, data_folder: Path) -> None:
    path = people_of(data_folder)
    tab = visit(origin())
    tab.run(DROP, [path.name, b64encode(path.read_bytes()).decode()])
    tab.seen(".match-of-hands tbody tr", 3)
    tab.click(".match-of-hands .button.main")
    tab.wait("() => document.querySelector('#summary dl') !== null", seconds=LONG_SECONDS)
    tab.click("#worst button")
    tab.seen("#moment .hub")


def test_a_session_of_five_questions(visit: Open, origin: Open) -> None:
    tab = visit(origin("train"))
    tab.seen("#score table")
    tab.choose("#count", "5")
    tab.click("#begin")
    for number in range(5):
        tab.seen("#asking")
        assert tab.text("#place").startswith(f"{number + 1} / 5")
        tab.click("#asking :is(.train-tile, #asks button:not(:disabled))")
        tab.wait(ANSWERED)
        tab.click("#next")
        # What was missed is asked once more.
        tab.wait(f"() => !({ANSWERED})() || !document.getElementById('end').hidden")


def test_a_hand_is_typed_and_analysed(visit: Open, origin: Open) -> None:
    tab = visit(origin("analyze"))
    tab.click("#hand")
    tab.press(*"W123 B4567 T88 F11 J233", "Enter")
    tab.seen("#study .candidates tr", 5)


def test_a_fan_is_found(visit: Open, origin: Open) -> None:
    tab = visit(origin())
    tab.click("#find-fan")
    tab.press(*"qys", "Enter")
    tab.seen("#fans-list")
    assert "清一色" in tab.text("#fans-list") or "Full Flush" in tab.text("#fans-list")


def test_the_site_without_a_network(visit: Open, site_folder: Path, tmp_path: Path) -> None:
    with serving_site(tmp_path, site_folder) as served:
        tab = visit(served.url)
        tab.wait(KEPT)
        served.stop()
        tab.goto(served.url + "index.html")
        tab.click("#play-now")
        discard(tab)
        tab.goto(served.url + "analyze.html")
        tab.click("#example")
        tab.seen("#study .candidates tr", 5)

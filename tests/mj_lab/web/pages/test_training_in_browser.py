"""The trainer at a server and on the site: whole sessions, by mouse, keys and taps."""

import pytest

from tests.mj_lab.conftest import Check, Look, Open
from tests.mj_lab.web.server.person import PHONE
from tests.mj_lab.web.server.training import ANSWERED, KEYS, asked_now, begin_training, give

pytestmark = pytest.mark.thorough


@pytest.fixture
def train(page_of: Open) -> Open:
    """`train(theme, **options)`: the page with the first question of a session on it."""
    return lambda theme, **options: begin_training(page_of("train", **options), theme)


def test_from_the_first_page_to_a_question_in_two_clicks(page_of: Open) -> None:
    page = page_of()
    page.click("#train-now")
    page.click("#begin")
    page.wait_for_selector("#asking:not([hidden])")
    assert page.inner_text("#place") == "1 / 10"


def test_a_session_with_a_miss_and_its_repetition(train: Open) -> None:
    page = train("claims")
    name = asked_now(page)
    key = KEYS[name]
    give(page, key.answers[-1].action)
    told = page.inner_text("#feedback")
    assert "Better:" in told and "points lost" in told and "again in this session" in told
    assert page.inner_text("#live").startswith("Better:")
    assert page.locator("#feedback table.candidates").count() == 1
    assert page.inner_text("#place") == "1 / 6"
    for _ in range(5):
        page.keyboard.press("Enter")  # The focus is on the way on.
        page.wait_for_function("() => document.getElementById('feedback').hidden")
        give(page, KEYS[asked_now(page)].best.action)
        assert page.inner_text("#feedback").startswith("Right")
    assert asked_now(page) == name
    assert page.inner_text("#streak") == "5 in a row"
    page.keyboard.press("n")
    page.wait_for_selector("#end:not([hidden])")
    assert "4 of 5 right" in page.inner_text("#end")
    assert page.locator("#end .missed li").count() == 1
    page.click("#choose")
    page.wait_for_selector("#start:not([hidden])")


def test_by_keys_alone(train: Open) -> None:
    page = train("fan")
    key = KEYS[asked_now(page)]
    numbers = sorted(int(one.action) for one in key.answers)
    page.keyboard.press(str(1 + numbers.index(int(key.best.action))))
    page.wait_for_function(ANSWERED)
    told = page.inner_text("#feedback")
    assert told.startswith("Right")
    for chinese, english, _, _ in key.best.row["fans"]:
        assert english in told or chinese in told
    page = train("waits")
    tile = page.evaluate("document.activeElement.dataset.code")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.code") is not None
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.code") == tile
    page.keyboard.press("Enter")
    page.wait_for_function(ANSWERED)


def test_nothing_on_the_page_tells_the_key_before_the_answer(train: Open) -> None:
    page = train("waits")
    html = page.content()
    for word in ("expected_score", "win_chance", "proof", '"lost"'):
        assert word not in html.split('id="data"')[1].split("</script>")[0]
    assert page.locator("#own .tactic, #own .played, #asks .best").count() == 0


def test_every_kind_at_every_width(
    train: Open, well_laid: Check, look: Look, for_everybody: Check
) -> None:
    page = train("claims", **look)
    for kind in ("claims", "waits", "fan"):
        if kind != "claims":
            page.reload()
            begin_training(page, kind)
        well_laid(page)
        give(page, KEYS[asked_now(page)].answers[-1].action)
        for_everybody(page)
        assert page.evaluate("document.documentElement.lang") == (
            "zh-Hans" if look["locale"] == "zh-CN" else "en"
        )
    page.click("#help summary")
    page.click("#leave")
    page.wait_for_selector("#end:not([hidden])")
    for_everybody(page)


def test_a_whole_question_fits_a_phone(train: Open) -> None:
    page = train("waits", **PHONE)
    bottom = page.evaluate(
        "Math.max(...[...document.querySelectorAll('#own .train-tile')]"
        ".map(e => e.getBoundingClientRect().bottom))"
    )
    assert bottom <= 844
    page.tap("#own .train-tile >> nth=0")
    page.wait_for_function(ANSWERED)
    assert page.locator("#next").is_visible()

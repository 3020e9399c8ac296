"""The trainer at a server and on the site: whole sessions, by mouse, keys and taps."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.match import Match, to_line
from mj_lab.explain.quiz.deck import deck_line, read_deck
from mj_lab.explain.quiz.making.mistakes import mistakes_in
from mj_lab.explain.quiz.question import QuizQuestion
from tests.mj_lab.conftest import Check, Look, Open, expect, slow
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.person import PHONE
from tests.mj_lab.web.server.training import ANSWERED, KEYS, asked_now, begin_training, give
from tests.recorded import Recorded

pytestmark = pytest.mark.thorough

# A recorded hand whose East made five mistakes.
MISTAKEN, EAST = "judge-600034", "0"
PLAYED_ON = ".played-on[data-over=true] .cost"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """A server for each test: what one answers or keeps is not asked in another."""
    with serving(tmp_path / "saved", compare=False) as made:
        yield made


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
    assert page.inner_text("#place") == "1 / 5 · 1 again"
    for number in range(5):
        page.keyboard.press("Enter")  # The focus is on the way on.
        page.wait_for_function("() => document.getElementById('feedback')?.hidden")
        if number == 0:  # It goes on where it was.
            second = asked_now(page)
            page.reload()
            page.wait_for_selector("#asking:not([hidden])")
            assert (asked_now(page), page.inner_text("#place")) == (second, "2 / 5 · 1 again")
        give(page, KEYS[asked_now(page)].best.action)
        assert page.inner_text("#feedback").startswith("Right")
    assert asked_now(page) == name
    assert page.inner_text("#place") == "Again: 1 / 1"
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
            # A session that is not over goes on after a reload.
            page.evaluate("document.getElementById('leave').click()")
            page.wait_for_selector("#end:not([hidden])")
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


# -- one's own mistakes ---------------------------------------------------------------------------


@pytest.fixture
def mistaken(recorded: Recorded) -> Match:
    """The recorded hand with mistakes."""
    record = next(one for one in recorded("judged_games") if one["id"] == MISTAKEN)
    return Match.model_validate_json(json.dumps(record))


@pytest.fixture
def mistakes(mistaken: Match) -> dict[str, QuizQuestion]:
    """Its East's, by their ids."""
    return {one.id: one for one in mistakes_in(mistaken, int(EAST), range(len(mistaken.requests)))}


@pytest.mark.slow
@pytest.mark.parametrize("origin", ["server", slow("site")], indirect=True)
def test_my_worst_answer_to_a_second_try(
    page_of: Open,
    mistaken: Match,
    mistakes: dict[str, QuizQuestion],
    tmp_path: Path,
    look: Look,
    for_everybody: Check,
) -> None:
    """A dropped match, its mistakes kept, one missed again: its cost, and a table there."""
    (tmp_path / "one.jsonl").write_text(to_line(mistaken))
    page = page_of(**look)
    page.set_input_files("#file", tmp_path / "one.jsonl")
    page.wait_for_selector("#table .hub")
    if page.input_value("#choose-seat") != EAST:
        page.select_option("#choose-seat", EAST)
        page.click("#choices button")
        page.wait_for_url(f"**seat={EAST}**")
    page.click(".practise")
    page.wait_for_selector("#score table")
    assert str(len(mistakes)) in page.inner_text("#deck-said")
    assert "#keep" not in page.url
    for_everybody(page)
    page.click("#begin")
    page.wait_for_selector("#asking:not([hidden])")
    question = mistakes[asked_now(page)]
    give(page, question.played)
    page.wait_for_selector(PLAYED_ON, timeout=300_000)
    cost = page.inner_text(PLAYED_ON)
    assert "400" in cost and "\u00b1" in cost
    for_everybody(page)
    with page.expect_popup() as opened:
        page.click("#feedback .try-again")
    table = opened.value
    table.wait_for_selector("#table .hub")
    assert question.moment is not None
    expect(table.locator("#own li")).not_to_have_count(0)
    table.close()
    page.click("#next")
    page.wait_for_function("() => document.getElementById('feedback')?.hidden")


@pytest.mark.parametrize("origin", ["server", slow("site")], indirect=True)
def test_five_of_my_own(page_of: Open, mistakes: dict[str, QuizQuestion], tmp_path: Path) -> None:
    """A deck comes in from a file with a damaged line, is asked, and goes out with what is due."""
    lines = [deck_line(one, None) for one in mistakes.values()]
    (tmp_path / "deck.jsonl").write_text("\n".join([*lines[:2], lines[2][:-9], *lines[2:]]))
    page = page_of("train", "?deck=own")
    page.wait_for_selector("#score table")
    page.set_input_files("#deck-import", tmp_path / "deck.jsonl")
    said = page.locator("#deck-said")
    expect(said).to_contain_text(f"{len(mistakes)} new; {len(mistakes)} mistakes")
    expect(said).to_contain_text("left out: 1 (line 3: ")
    begin_training(page)
    first = mistakes[asked_now(page)]
    give(page, first.played)
    for _ in range(4):
        go_on(page)
        give(page, mistakes[asked_now(page)].best.action)
    go_on(page)
    assert asked_now(page) == first.id
    give(page, first.best.action)
    page.click("#next")
    page.wait_for_selector("#end:not([hidden])")
    assert "4 of 5 right" in page.inner_text("#end")
    page.click("#choose")
    page.wait_for_selector("#deck-export")
    with page.expect_download() as saved:
        page.click("#deck-export")
    deck = read_deck(saved.value.path().read_text(encoding="utf-8").splitlines())
    assert deck.damaged == 0
    assert {question.id for question, _ in deck.found} == set(mistakes)
    easiness = {question.id: card.easiness for question, card in deck.found if card}
    assert set(easiness) == set(mistakes)
    # A miss is not remembered so easily; that it was right at once changes nothing.
    assert easiness.pop(first.id) < min(easiness.values()) == 2.6
    page.click("#begin")
    page.wait_for_selector("#asking:not([hidden])")
    taken = mistakes[asked_now(page)]
    give(page, taken.played)
    page.click(".drop-own button")
    expect(page.locator(".drop-own")).to_contain_text("4 mistakes left")
    page.click("#help summary")
    page.click("#leave")
    page.wait_for_selector("#end:not([hidden])")
    page.click("#choose")
    page.wait_for_selector("#deck-export")
    expect(page.locator("#score .total")).to_contain_text("/ 4")
    # The shipped questions are apart: none of them was answered.
    page.select_option("#train-deck", "shipped")
    assert "0 / 423" in page.inner_text("#score")


def go_on(page: Any) -> None:
    page.click("#next")
    page.wait_for_function("() => document.getElementById('feedback')?.hidden")

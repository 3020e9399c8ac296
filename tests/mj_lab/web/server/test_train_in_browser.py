"""What only a server's trainer has: sessions made for a test, its games, what it may be asked."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.explain.quiz.question import QuizQuestion, Theme
from mj_lab.explain.quiz.themes import THEMES
from tests.mj_lab.conftest import Open, thorough
from tests.mj_lab.web.server.person import PHONE
from tests.mj_lab.web.server.test_server import ask
from tests.mj_lab.web.server.training import KEYS, asked_now, begin_training, give

IN_SIGHT = """(part) => [...document.querySelectorAll(part)].every((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})"""
AT_THE_END = "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"


def post(server: SimpleNamespace, what: str, body: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask(server, f"/api/train/{what}", json.dumps(body))[2])
    return found


@pytest.fixture
def only(show: Open) -> Open:
    """`only(question, **options)`: the page with a session of this question alone."""

    def asked(question: QuizQuestion, **options: Any) -> Any:
        page = show("/train", **options)
        answer = json.dumps({"questions": [question.id]})
        page.route("**/api/train/session", lambda route: route.fulfill(body=answer))
        begin_training(page)
        assert asked_now(page) == question.id
        return page

    return asked


def in_sight(page: Any, *parts: str) -> bool:
    """Whether all of these parts of the page are on the screen, from top to bottom."""
    return all(page.evaluate(IN_SIGHT, part) for part in parts)


def widest(theme: str) -> QuizQuestion:
    """The question of a theme with the most buttons and the longest answer."""
    return max(
        (one for one in KEYS.values() if one.theme == theme),
        key=lambda one: (
            sum(not a.action.startswith("PLAY") for a in one.answers),
            len(one.answers),
        ),
    )


@pytest.mark.parametrize("theme", ["claims", *[thorough(one) for one in THEMES if one != "claims"]])
@pytest.mark.parametrize("locale", ["en-US", thorough("zh-CN")])
def test_the_hand_stays_with_its_question(only: Open, theme: Theme, locale: str) -> None:
    question = widest(theme)
    page = only(question, locale=locale)
    parts = ("#event", "#asks:not([hidden])", "#own", "#own .tile")
    assert page.locator("#own .tile").count() >= 2
    assert in_sight(page, *parts)
    give(page, question.answers[-1].action)
    assert in_sight(page, *parts, ".verdict", "#next")
    # It stays there while the answer moves on.
    page.mouse.move(1000, 400)
    page.mouse.wheel(0, 3000)
    page.wait_for_function(AT_THE_END)
    assert in_sight(page, "#own", "#own .tile")


@pytest.mark.thorough
@pytest.mark.parametrize("theme", THEMES)
def test_on_a_phone_the_hand_stays_with_its_answer(only: Open, theme: Theme) -> None:
    question = widest(theme)
    page = only(question, **PHONE)
    give(page, question.answers[-1].action)
    assert in_sight(page, "#event", "#own", ".verdict", "#next")


@pytest.mark.thorough
def test_a_missed_one_opens_its_game(show: Open) -> None:
    """In a tab of its own, on the seat and at the moment of the question."""
    page = begin_training(show("/train"), "waits")
    question = KEYS[asked_now(page)]
    assert question.moment is not None
    give(page, question.answers[-1].action)
    with page.expect_popup() as opened:
        page.click("#feedback .to-replay")
    replay = opened.value
    replay.wait_for_function("() => performance.getEntriesByName('drawn').length > 0")
    data = json.loads(replay.text_content("#data"))
    turn = len(question.requests) - 1
    assert (replay.url.rpartition("#")[2], data["seat"]) == (f"t{turn}", question.moment.seat)
    assert replay.inner_text("#event .step").startswith(f"{turn} /")
    frame = next(one for one in data["frames"] if one["turn"] == turn)
    # The tile that was drawn then stands in the hand that is shown.
    assert frame["drawn"] is not None
    decision = next(one for one in data["decisions"] if one["turn"] == frame["turn"])
    assert decision["choice"] == question.best.action
    replay.close()


def test_there_is_no_replay_of_what_is_no_question(server: SimpleNamespace) -> None:
    status, _, text = ask(server, "/train/games/000000000000")
    assert status == 400
    assert b"no such question" in text


def test_what_the_page_asks(server: SimpleNamespace) -> None:
    session = post(server, "session", {"themes": list(THEMES), "count": 3})
    assert len(session["questions"]) == 3
    shown = post(server, "question", {"id": session["questions"][0]})
    assert not {"answers", "proof", "played"} & set(shown)
    before = post(server, "score", {})["answers"]
    told = post(server, "answer", {"id": shown["id"], "action": shown["options"][0]["action"]})
    assert set(told) >= {"right", "best", "again", "days", "streak"}
    assert post(server, "score", {})["answers"] == before + 1

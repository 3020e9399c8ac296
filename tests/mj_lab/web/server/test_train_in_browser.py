"""What only a server's trainer has: sessions made for a test, its games, what it may be asked."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.formats.seat_record import ONE_VIEW, seat_of, to_input
from mj_lab.core.records.match import Match
from mj_lab.explain.quiz.question import QuizQuestion, Theme
from mj_lab.explain.quiz.themes import THEMES
from mj_lab.web.server.uploads import MOST_FILES
from tests.mj_lab.conftest import Open, thorough
from tests.mj_lab.web.server.person import PHONE
from tests.mj_lab.web.server.test_server import ask
from tests.mj_lab.web.server.training import KEYS, asked_now, begin_training, give
from tests.recorded import Recorded

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


def test_mistakes_of_an_upload_outlive_it(
    server: SimpleNamespace, show: Open, recorded: Recorded
) -> None:
    """Kept by the address of its replay; then they have a replay and a table of their own."""
    record = recorded("judged_games")[33]
    lines = json.dumps(record) + "\n"
    upload = json.loads(ask(server, "/api/uploads", lines, headers={"x-file-name": "a.jsonl"})[2])
    order = {"record": f"/uploads/{upload['token']}/1", "answers": []}
    places = [{"seat": 0, "turn": turn, "best": ""} for turn in range(len(record["requests"]))]
    # Other tests may have kept the same mistakes at this server.
    for name in post(server, "session", {"deck": "own", "count": 100})["questions"]:
        post(server, "drop", {"id": name})
    before = post(server, "keep", order)["all"]
    # Answers that lost nothing are no mistakes, whatever is said of them.
    assert post(server, "keep", {**order, "answers": places}) == {"kept": 5, "all": before + 5}
    assert post(server, "keep", {**order, "answers": places[::-1]})["kept"] == 0
    for number in range(MOST_FILES):
        ask(server, "/api/uploads", lines, headers={"x-file-name": f"{number}.jsonl"})
    assert post(server, "keep", order) == {"error": "there is no such record here"}
    name = next(
        name
        for name in post(server, "session", {"deck": "own", "count": 100})["questions"]
        if post(server, "question", {"id": name})["seat"] == 0
    )
    shown = post(server, "question", {"id": name})
    graded = post(server, "answer", {"id": name, "action": shown["options"][0]["action"]})
    place = graded["replay"]
    assert place == {
        "record": f"/train/games/{name}",
        "seat": 0,
        "turn": place["turn"],
        "again": True,
    }
    assert ask(server, f"{place['record']}?seat=0")[0] == 200
    again = {key: place[key] for key in ("record", "seat", "turn")}
    people = json.loads(ask(server, "/api/again", json.dumps(again))[2])["people"]
    assert len(people) == 1
    page = show("/my-games")
    link = (
        "MJ.practise([{record: '/saved/0f', answers: [{seat: 1, turn: 7, grade: %s}]}])?.outerHTML"
    )
    assert page.evaluate(link % "null") is None
    assert "#keep=%2Fsaved%2F0f%201-7" in page.evaluate(link % "'slight'")


@pytest.mark.parametrize(
    ("what", "body", "words"),
    [
        ("keep", {"record": "/saved/none", "answers": []}, "no such record"),
        ("keep", {"record": "/uploads/x/1"}, "answers"),
        ("keep", {"record": "/saved/x", "answers": [{"seat": 4, "turn": 1}]}, "seat"),
        ("keep", {"record": "/saved/x", "answers": [{"seat": 1, "turn": 10**9}]}, "turn"),
        ("keep", {"record": "/saved/x", "answers": [{"seat": 0, "turn": 1}] * 1001}, "answers"),
        ("session", {"deck": "theirs"}, "deck: expected shipped or own"),
        ("score", {"deck": 1}, "deck"),
        ("cost", {"id": "000000000000", "action": "PASS", "worlds": 0}, "no such question"),
        ("cost", {"id": next(iter(KEYS)), "action": "HU", "worlds": 0}, "an answer"),
        ("cost", {"id": next(iter(KEYS)), "action": "PASS", "worlds": "0"}, "a number"),
    ],
)
def test_what_cannot_be_kept_or_played_on_is_told(
    server: SimpleNamespace, what: str, body: dict[str, Any], words: str
) -> None:
    said = post(server, what, body)
    assert set(said) == {"error"} and words in said["error"] and "\n" not in said["error"]


def test_a_seats_view_alone_is_not_kept(server: SimpleNamespace, recorded: Recorded) -> None:
    """Nobody knows its game; and a file that is no deck adds nothing."""
    match = Match.model_validate(recorded("judged_games")[33])
    view = json.dumps(to_input(seat_of(match, 0)))
    upload = json.loads(ask(server, "/api/uploads", view, headers={"x-file-name": "v.json"})[2])
    said = post(
        server,
        "keep",
        {"record": f"/uploads/{upload['token']}/1", "answers": [{"seat": 0, "turn": 5}]},
    )
    assert said == {"error": ONE_VIEW}
    before = post(server, "score", {"deck": "own"})["questions"]
    data = b"\x00\xff{\n" + view.encode()
    came = json.loads(ask(server, "/api/train/import", data)[2])
    assert came == {"kept": 0, "all": before, "damaged": 2, "fault": came["fault"]}
    assert came["fault"].startswith("line 1: ")

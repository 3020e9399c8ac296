"""The JSON service over real HTTP: its answers, its errors, its limits, its document, its page."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_bot.tactics import names
from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.course_data import format_hand
from mj_lab.core.records.formats.seat_record import seat_of, to_input
from mj_lab.core.records.hand import hand_of
from mj_lab.core.records.match import Match, to_line
from mj_lab.web.server.service.answering import OPERATIONS
from mj_lab.web.server.service.openapi import openapi_document
from mj_lab.web.server.service.replies import ErrorReply
from tests.mj_lab.conftest import Check, Look, Open, thorough
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.core.text.other_forms import ONE_HAND
from tests.mj_lab.web.conftest import running
from tests.mj_lab.web.server.test_server import ask as ask_server
from tests.recorded import Recorded

BASE = "/api/v1"
HAND = "W123 B4567 T88 F11 J233"


def ask(
    url: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Status and JSON of one request."""
    data = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
    status, found, answer = ask_server(SimpleNamespace(url=url), BASE + path, data, headers=headers)
    assert found["content-type"] == "application/json", path
    return status, json.loads(answer)


@contextmanager
def headless(scale: float = 1.0) -> Iterator[str]:
    """The service alone, as `mj web --service` has it: its address."""
    from mj_lab.web.server.app import LOCAL_HOSTS
    from mj_lab.web.server.connection import Connection
    from mj_lab.web.server.service.headless import make_service

    app = make_service(LOCAL_HOSTS, scale)
    with running(app, http=Connection, ws="none", lifespan="on") as made:
        yield made.url


def reply_of(server: SimpleNamespace, name: str, question: Any) -> dict[str, Any]:
    """An answer that is one, and is what the document says of it."""
    status, told = ask(server.url, f"/{name}", question)
    assert status == 200, told
    (operation,) = [one for one in OPERATIONS if one.name == name]
    operation.reply.model_validate(told)
    return dict(told)


# -- answers -----------------------------------------------------------------------------------


def test_a_hand(server: SimpleNamespace) -> None:
    found = reply_of(server, "analyze", {"hand": HAND, "turn": 3, "seat": 2, "tactic": "greedy"})
    assert (found["stage"], found["turn"], found["seat"], found["shanten"]) == ("draw", 3, 2, 1)
    wait = reply_of(server, "analyze", {"hand": HAND[:-1], "wind": 3, "tactic": "greedy"})
    assert (wait["stage"], wait["prevalent_wind"]) == ("wait", 3)
    short = reply_of(server, "analyze", {"hand": HAND[:-2], "tactic": "greedy"})
    assert short["stage"] == "short"


def test_the_fan_of_a_hand(server: SimpleNamespace) -> None:
    question = {"hand": "W111222333 W99 B123", "flags": ["self-drawn"], "seat": 1, "wind": 2}
    found = reply_of(server, "fan", question)
    assert (found["fan"], found["seat"], found["prevalent_wind"]) == (48, 1, 2)
    of_one = [reply_of(server, "fan", {"hand": form, "tile": "８ｍ"}) for form in ONE_HAND]
    assert all(one == of_one[0] for one in of_one)


@pytest.mark.parametrize("tactic", ["odds", "greedy", "rule_based"])
def test_a_decision_is_the_tactics_own(
    server: SimpleNamespace, recorded: Recorded, tactic: str
) -> None:
    from mj_bot.actions import action_space
    from mj_bot.history import load_json
    from mj_bot.tactics import load

    match = Match.model_validate(recorded("botzone_matches")[0])
    record = to_input(seat_of(match, 1))
    asked = 0
    for turn in range(2, len(record["requests"])):
        part = {
            "requests": record["requests"][: turn + 1],
            "responses": record["responses"][:turn],
            "data": "passed by",
        }
        made = load(tactic, seed=0)
        state = load_json(part, getattr(made, "loading", None))
        legal = [str(one) for one in action_space(state)]
        if len(legal) == 1 and asked:
            continue
        told = reply_of(server, "decide", {**part, "tactic": tactic})
        assert told["legal"] == legal
        assert told["response"] == (str(made(state)) if len(legal) > 1 else "PASS")
        assert (told["seat"], told["turn"]) == (1, turn)
        asked += 1
        if asked == 3:
            break
    assert asked == 3


@pytest.fixture(scope="module")
def fair() -> Match:
    """A game that every format can say."""
    return next(one for one in judged_games(9) if one.result.action in ("HU", "HUANG"))


@pytest.mark.parametrize(
    "form", ["object", thorough("line"), thorough("dataset"), thorough("seat")]
)
def test_a_review_of_every_form(server: SimpleNamespace, fair: Match, form: str) -> None:
    texts: dict[str, Any] = {
        "object": json.loads(to_line(fair)),
        "line": to_line(fair),
        "dataset": format_hand(hand_of(fair), fair),
        "seat": to_input(seat_of(fair, 2)),
    }
    question = {"match": texts[form], "seat": 2, "tactic": "odds"}
    found = reply_of(server, "review", question)
    (seat,) = found["seats"]
    assert (found["id"], seat["seat"]) == (fair.id, 2)
    assert seat["decisions"] > 5
    assert seat["points_lost"] > 0


def test_the_tactics(server: SimpleNamespace) -> None:
    assert reply_of(server, "tactics", None) == {"tactics": names(), "default": ADVISER}


# -- errors ------------------------------------------------------------------------------------

DEAL = ["0 0 0", "1 0 0 0 0 W1 W2 W3 B4 B5 B6 B7 T8 T8 F1 F1 J2 J3", "2 J3"]


@pytest.mark.parametrize(
    ("name", "question", "place", "told"),
    [
        ("analyze", "{", None, "line 1: ends inside the value"),
        ("analyze", b"\xff", None, "line 1: not UTF-8: byte 0xff"),
        ("analyze", "[" * 50_000, None, "nested too deep"),
        ("analyze", [], None, "expected a JSON object, found list"),
        ("analyze", b'{"hand": "\\ud800"}', None, "half of a surrogate pair"),
        ("analyze", b"9" * 5000, None, "no JSON"),
        ("analyze", b'{"hand": "W1", "turn": ' + b"9" * 5000 + b"}", None, "no JSON"),
        ("analyze", b'{"hand": "W1", "turn": 1e999}', "turn", "expected a whole number"),
        ("analyze", {"hand": HAND, "turn": 10**30}, "turn", "turn: expected 21 or less"),
        ("analyze", {}, "hand", "hand: missing"),
        ("analyze", {"hand": ""}, "hand", "column 1"),
        ("analyze", {"hand": 5}, "hand", "hand: expected a text"),
        ("analyze", {"hand": "W123 B40"}, "hand", "column 8"),
        ("analyze", {"hand": HAND, "seen": "x"}, "seen", "column 1"),
        ("analyze", {"hand": HAND, "seat": 4}, "seat", "seat: expected 3 or less"),
        ("analyze", {"hand": HAND, "seat": True}, "seat", "expected a whole number"),
        ("analyze", {"hand": HAND, "turn": "3"}, "turn", "expected a whole number"),
        ("analyze", {"hand": HAND, "tactic": "../evil"}, "tactic", "no tactic '../evil'"),
        ("analyze", {"hand": HAND, "tactic": "net@weights=/etc/passwd"}, "tactic", "no tactic"),
        ("analyze", {"hand": HAND, "hnad": 1}, "hnad", "hnad: not known"),
        ("analyze", {"hand": "W1" * 2000}, "hand", "at most 1000"),
        ("fan", [], None, "expected a JSON object"),
        ("fan", {"hand": "W0"}, "hand", "column 2"),
        ("fan", {"hand": "W123 B456 T789 F11 W12"}, None, "a complete hand has 14 tiles"),
        ("fan", {"hand": HAND}, None, "no complete hand"),
        ("fan", {"hand": HAND, "flags": "self-drawn"}, "flags", "flags: expected a list"),
        ("fan", {"hand": HAND, "seat": 4}, "seat", "seat: expected 3 or less"),
        ("fan", {"hand": HAND, "wind": True}, "wind", "expected a whole number"),
        ("fan", {"hand": HAND, "flags": ["lucky"]}, None, "flags: expected self-drawn"),
        ("fan", {"hand": "W111222333 W99 B123", "tile": "W12"}, "tile", "found 2"),
        ("decide", {"requests": DEAL}, "responses", "missing"),
        ("decide", {"requests": DEAL, "responses": []}, "responses", "one fewer than requests"),
        ("decide", {"requests": ["2 W1"], "responses": []}, "requests", "whose seat"),
        ("decide", {"requests": [DEAL[0], "x y"], "responses": [""]}, "requests", "turn 1"),
        ("decide", {"requests": [1], "responses": []}, "requests.0", "expected a text"),
        ("review", {"match": 5}, "match.", "expected"),
        ("review", {"match": "junk"}, "match", "text: line 1: no JSON"),
        ("review", {"match": ""}, "match", "nothing in it"),
        ("review", {"match": {"log": []}}, "match", "neither a match line"),
        ("review", {"match": "Match 1\nWind 0\nPlayer 0 Deal X1"}, "match", "no such tile: X1"),
        (
            "review",
            {"match": {"requests": DEAL, "responses": []}, "seat": 3},
            "seat",
            "only seat 0",
        ),
    ],
)
def test_what_is_no_question(
    server: SimpleNamespace, name: str, question: Any, place: str | None, told: str
) -> None:
    status, error = ask(server.url, f"/{name}", question)
    assert status == 400
    ErrorReply.model_validate(error)
    assert told in error["error"]
    assert "\n" not in error["error"]
    assert place is None or error["place"].startswith(place)
    assert told != "column 8" or error["column"] == 8


def test_what_is_not_there(server: SimpleNamespace) -> None:
    assert ask(server.url, "/moon", {})[0] == 404
    status, error = ask(server.url, "/analyze")
    assert (status, error) == (405, {"error": "GET is not for this address"})


# -- limits ------------------------------------------------------------------------------------


def test_what_is_too_large_is_said(server: SimpleNamespace) -> None:
    status, error = ask(server.url, "/analyze", b"x" * 4_000_001)
    assert (status, error) == (413, {"error": "over 4 MB, too large"})


def test_what_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    with headless(scale=1e-4) as url:
        for _ in range(2):
            status, error = ask(url, "/analyze", {"hand": HAND})
            assert (status, error) == (504, {"error": "no answer within 0.0015 seconds"})


def test_the_service_alone_has_no_pages() -> None:
    with headless() as url:
        for path, status in (("/", 307), ("/analyze", 404), ("/play", 404), ("/api/saved", 404)):
            assert ask_server(SimpleNamespace(url=url), path)[0] == status, path
        assert ask(url, "/fan", {"hand": "W111222333 W99 B123"})[0] == 200


def test_too_many_at_once_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from mj_lab.web.server.service import routes

    monkeypatch.setattr(routes, "_MOST_WAITING", 0)
    with headless() as url, ThreadPoolExecutor(6) as pool:
        asking = [pool.submit(ask, url, "/analyze", {"hand": HAND}) for _ in range(6)]
        found = [one.result()[0] for one in asking]
    assert set(found) == {200, 429}
    assert found.count(200) >= 2


# -- the document ------------------------------------------------------------------------------


def test_the_document_is_of_the_models_that_check(server: SimpleNamespace) -> None:
    status, document = ask(server.url, "/openapi.json")
    assert status == 200
    assert document == json.loads(json.dumps(openapi_document()))
    assert document["openapi"].startswith("3.1")
    schemas = document["components"]["schemas"]
    for operation in OPERATIONS:
        told = document["paths"][f"/{operation.name}"][operation.method.lower()]
        assert _fields_of(schemas, told["responses"]["200"]) == set(operation.reply.model_fields)
        if operation.question is None:
            assert "requestBody" not in told
        else:
            fields = _fields_of(schemas, told["requestBody"])
            assert fields == set(operation.question.model_fields)
    refs = set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(document)))
    assert refs and refs <= {f"#/components/schemas/{name}" for name in schemas}


def _fields_of(schemas: dict[str, Any], told: dict[str, Any]) -> set[str]:
    name = told["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
    return set(schemas[name]["properties"])


@pytest.mark.thorough
def test_the_page_sends_its_examples(show: Open) -> None:
    page = show(BASE + "/")
    assert page.locator(".operation").count() == len(OPERATIONS)
    for operation in OPERATIONS:
        page.click(f"#send-{operation.name}")
        section = f"section:has(#send-{operation.name})"
        page.wait_for_selector(f"{section} .answer:not([hidden])", timeout=200_000)
        told = json.loads(page.inner_text(f"{section} .answer"))
        operation.reply.model_validate(told)
    page.click("#language")
    assert page.locator("#send-fan").inner_text() == "发送"


@pytest.mark.thorough
def test_the_page_at_every_width(show: Open, look: Look, for_everybody: Check) -> None:
    page = show(BASE + "/", **look)
    for_everybody(page)
    page.click("#send-fan")
    page.wait_for_selector("section:has(#send-fan) .answer:not([hidden])", timeout=200_000)
    page.click("section:has(#send-fan) details summary")
    for_everybody(page)


# Its curl lines and its Python program are run as they stand there.
PAGE = Path(__file__).resolve().parents[5] / "docs" / "reference" / "service.md"
TOLD = "http://127.0.0.1:8137"


@pytest.fixture
def text(server: SimpleNamespace, fair: Match, tmp_path: Path) -> str:
    """The document for the server of the tests; the files that it names lie in the folder."""
    told = PAGE.read_text(encoding="utf-8")
    (turn,) = re.findall(r'^ {4}(\{"requests".*)$', told, re.MULTILINE)
    (tmp_path / "turn.json").write_text(turn)
    (tmp_path / "data.txt").write_text(format_hand(hand_of(fair), fair), encoding="utf-8")
    return told.replace(TOLD, server.url)


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_the_lines_with_curl(text: str, tmp_path: Path) -> None:
    lines = re.findall(r"^ {4}(curl .*)$", text, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        words = ["curl", "--silent", "--fail", *shlex.split(line)[1:]]
        said = subprocess.check_output(words, cwd=tmp_path, timeout=200)
        assert "error" not in json.loads(said)


@pytest.mark.thorough
def test_the_program(text: str, tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    words = [sys.executable, "-c", program]
    said = subprocess.check_output(words, cwd=tmp_path, timeout=280, text=True)
    hand, decision, review = said.splitlines()
    assert hand.startswith("PLAY ")
    assert decision.startswith("PLAY ")
    assert float(review.split()[0]) >= 0

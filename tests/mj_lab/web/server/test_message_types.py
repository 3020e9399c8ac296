"""messages.d.ts is true: its types are those of Python's models, and real messages have them."""

import json
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.quiz.question import Proof
from mj_lab.explain.review.page import review_data
from mj_lab.explain.review.replay.match_page import replay_data
from mj_lab.explain.review.reviewing import review_game
from mj_lab.explain.review.together.report import report_of
from mj_lab.explain.review.views import RecordedGame
from mj_lab.table.play import coach
from mj_lab.table.play.at_table import comparing
from mj_lab.table.play.orders import MESSAGE_KINDS, TableOrder, close_codes
from mj_lab.table.play.same_wall import HandInstead
from mj_lab.web.server.at_table.again import AgainOrder
from mj_lab.web.server.service.questions import FanQuestion, HandQuestion
from mj_lab.web.server.service.replies import ErrorReply
from tests.mj_lab.table.play.playing import PlayedOnAtOnce
from tests.mj_lab.web.server.table_client import TableClient, begin
from tests.mj_lab.web.server.typescript import Types

DECLARED = Path(__file__).parents[4] / "mj_lab/core/pages/assets/messages.d.ts"
# What comes after this says which type belongs to which path: tsc alone reads it.
TEXT = DECLARED.read_text("utf-8").partition("// -- requests by their paths")[0]
TYPES, OPEN_TYPES = Types(TEXT), Types(TEXT, closed=False)
MODELS: dict[str, type[BaseModel]] = {
    "AgainRequest": AgainOrder,
    "HandRequest": HandQuestion,
    "FanRequest": FanQuestion,
    "ErrorReply": ErrorReply,
}
QUICK = "rule_based"


def of_schema(schema: dict[str, Any]) -> Any:
    """The type of a JSON schema, as `Types` has it; an enumeration as its values."""
    if "anyOf" in schema:
        return union(*map(of_schema, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return union(*(f'"{value}"' for value in schema.get("enum", [schema.get("const")])))
    if schema["type"] == "array":
        # An enumeration in an array is any text: pages have its values from the server.
        return ("array", of_schema({"type": schema["items"]["type"]}))
    return "number" if schema["type"] == "integer" else schema["type"]


def union(*kinds: Any) -> Any:
    return kinds[0] if len(kinds) == 1 else ("union", *sorted(kinds))


def in_order(kind: Any) -> Any:
    return union(*kind[1:]) if isinstance(kind, tuple) and kind[0] == "union" else kind


def fields_of(model: type[BaseModel]) -> dict[str, tuple[Any, bool]]:
    schema = model.model_json_schema()
    required = schema.get("required", ())
    return {
        name: (of_schema(one), name not in required) for name, one in schema["properties"].items()
    }


def declared(name: str) -> dict[str, tuple[Any, bool]]:
    fields = TYPES.fields(TYPES.named[name])
    return {field: (in_order(kind), optional) for field, (kind, optional) in fields.items()}


@pytest.mark.parametrize("name", MODELS)
def test_requests_are_pythons_models(name: str) -> None:
    assert declared(name) == fields_of(MODELS[name])


def test_orders_are_pythons_models() -> None:
    models = [fields_of(model) for model in get_args(TableOrder)]
    assert [declared(name) for name in TYPES.named["TableOrder"][1:]] == models


def test_a_proof_and_close_codes() -> None:
    # A page is sent every field of a proof.
    assert declared("QuizProof") == {
        name: (kind, False) for name, (kind, _) in fields_of(Proof).items()
    }
    assert declared("CloseCodes") == dict.fromkeys(close_codes(), ("number", False))


def faults(values: list[Any], kind: str) -> set[str]:
    return {fault for value in values if (fault := TYPES.fault(value, kind))}


def test_messages_of_a_table(
    comparing_server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand with the coach, played again by the bot."""
    monkeypatch.setattr(coach, "ADVISER", QUICK)
    monkeypatch.setattr(comparing, "ADVISER", QUICK)
    monkeypatch.setattr(comparing, "HandInstead", partial(HandInstead, tactic=QUICK))
    monkeypatch.setattr(comparing, "against_bot", PlayedOnAtOnce)
    url = comparing_server.url
    reply = begin(url, players=["human", *["random"] * 3], hands=1)
    client = TableClient(url, reply["people"][0]["token"])
    client.come()
    client.say({"type": "coach", "mode": "before"})
    while not client.is_asked:
        client.hear()
    turn = {"hand": client.table["hand"], "turn": client.table["turn"]}
    client.say({"type": "effective", **turn})
    client.say({"type": "replace", "player": 7})
    while {"effective", "refused"} - {message["type"] for message in client.heard}:
        client.hear()
    client.cut()
    client.come()
    client.play()
    while client.heard[-1].get("waiting") != 0:
        client.hear()
    client.cut()
    by_kind = {kind: [one for one in client.heard if one["type"] == kind] for kind in MESSAGE_KINDS}
    assert all(by_kind.values())
    for part in ("advice", "mark"):
        assert any((note["coach"] or {}).get(part) for note in by_kind["note"])
    names = {kind: kind.title().replace("_", "") + "Message" for kind in MESSAGE_KINDS}
    assert set(TYPES.named["Message"][1:]) == set(names.values())
    assert {kind: faults(by_kind[kind], name) for kind, name in names.items()} == {
        kind: set() for kind in MESSAGE_KINDS
    }
    assert faults([reply], "TableReply") == set()


def test_replies(server: SimpleNamespace) -> None:
    """What pages are sent; a study has figures that no page shows."""
    url = server.url
    begun = begin(url, players=["human", *["random"] * 3], hands=1)
    client = TableClient(url, begun["people"][0]["token"])
    client.come()
    client.play()
    client.cut()

    def asked(path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(url + path, data, timeout=60) as reply:
            return json.load(reply)

    tokens = {"tokens": [client.token]}
    (question,) = asked("/api/train/session", {"themes": ["claims"], "count": 1})["questions"]
    fan_question = asked("/api/train/session", {"themes": ["fan"], "count": 1})["questions"][0]
    decision = asked("/api/train/question", {"id": question})
    review = {"token": client.token, "hand": 0}
    none = asked("/api/my-games/review", {**review, "table": "another"})
    assert none == {"error": "this token has finished no such hand"}
    replies = [
        *(("KnownTable", one) for one in asked("/api/tables/known", tokens)["tables"]),
        *(("ScoreRow", one) for one in asked("/api/score")["scores"]),
        *(("MatchRow", one) for one in asked("/api/saved")),
        ("MyGamesReply", asked("/api/my-games", tokens)),
        ("DecisionQuestion", decision),
        ("FanQuestion", asked("/api/train/question", {"id": fan_question})),
        (
            "Grading",
            asked(
                "/api/train/answer", {"id": question, "action": decision["options"][0]["action"]}
            ),
        ),
        ("QuizScore", asked("/api/train/score", {})),
        ("HandStudy", asked("/api/v1/analyze", {"hand": "W123 B4567 T88 F11 J233"})),
        ("HandStudy", asked("/api/v1/analyze", {"hand": "W123 B4567 T88 F11 J23"})),
        ("FanStudy", asked("/api/v1/fan", {"hand": "W111222333 W99 B123"})),
        ("KeptReview", asked("/api/my-games/review", review)["review"]),
    ]
    assert [fault for kind, reply in replies if (fault := OPEN_TYPES.fault(reply, kind))] == []


def test_data_of_pages(recorded: Callable[[str], tuple[dict[str, Any], ...]]) -> None:
    """A replay and a review as their pages have them."""
    match = Match.model_validate(recorded("botzone_matches")[0])
    views = tuple(seat_of(match, seat) for seat in (0, 1))
    games = [review_game(RecordedGame("1", "games", "", views, match), "odds")]
    review = json.loads(json.dumps(review_data(report_of(games, "player", "odds"))))
    assert OPEN_TYPES.fault(review, "ReviewData") is None
    replay = {**replay_data(match, 0, asked_by_name("odds"), "odds"), "choices": []}
    assert OPEN_TYPES.fault(json.loads(json.dumps(replay)), "ReplayData") is None

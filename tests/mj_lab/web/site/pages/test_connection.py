"""A connection to the worker's table and one to the server: the same messages, key for key."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.mj_lab.web.server.table_client import Message, sit_down
from tests.mj_lab.web.site.in_node import answer_of_node

pytestmark = pytest.mark.thorough

SCRIPT = Path(__file__).with_name("connection.mjs")
# What a reason has depends on the two actions; the server puts it into lines of text besides.
NOT_SAID = (".reason.",)
# Of these the keys are data: tiles, fans.
BY_DATA = ("effective", "missing", "after", "facts", "parts")


def paths_in(value: Any, path: str) -> Iterator[str]:
    """The keys of a message, as paths; of a list those of all its items."""
    if isinstance(value, dict) and path.rpartition(".")[2] not in BY_DATA:
        for key, inner in value.items():
            yield f"{path}.{key}"
            yield from paths_in(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from paths_in(inner, path)


def shape_of(messages: list[Message]) -> dict[str, set[str]]:
    """By type of message all keys that it had."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in messages:
        found[one["type"]] |= set(paths_in(one, ""))
    return found


def heard_of_server(url: str) -> list[Message]:
    """A hand with the coach, its effective tiles, the same wall, and an order that is refused."""
    client = sit_down(url, players=["human", "odds", "odds", "odds"], clock=600)
    client.hear()
    client.say({"type": "coach", "mode": "before"})
    asked = -1
    while client.table["result"] is None:
        said = client.hear()
        place = {"hand": client.table["hand"], "turn": client.table["turn"]}
        coach = client.note.get("coach")
        if client.is_asked and coach and coach["advice"] and asked != place["turn"]:
            asked = place["turn"]
            client.say({"type": "effective", **place})
        if said["type"] == "effective" and client.table["ask"]:
            choices = client.table["ask"]["choices"]
            wins = [one for one in choices if one["kind"] == "HU"]
            client.say({"type": "answer", **place, "action": (wins or choices)[-1]["action"]})
    while client.heard[-1].get("waiting") != 0:
        client.hear()
    client.say({"type": "answer", "hand": 9, "turn": 0, "action": "PASS"})
    client.hear_until("refused")
    client.cut()
    return client.heard


@pytest.mark.slow
def test_messages_have_the_servers_keys(
    site_folder: Path, comparing_server: SimpleNamespace
) -> None:
    mine, its = answer_of_node(SCRIPT, site_folder, None), heard_of_server(comparing_server.url)
    # What a hand happens to have, claims and wins, no two hands have alike: what there always is.
    always = {"table", "note", "effective", "same_wall", "refused"}
    assert {one["type"] for one in mine} == {one["type"] for one in its} == always
    found, wanted = shape_of(mine), shape_of(its)
    by_chance = {".ask.choices.", ".frame.", ".waits.", ".result.", ".coach.advice.candidates."}
    for kind in always:
        for path in found[kind] ^ wanted[kind]:
            said = not any(part in f"{path}." for part in NOT_SAID)
            assert not said or any(path.startswith(part) for part in by_chance), (kind, path)
    # A state first, then a note of it.
    for messages in (mine, its):
        assert [one["type"] for one in messages[:2]] == ["table", "note"]

"""A person at a table over the socket, as the page is: says hello, answers, comes back."""

import json
import random
import urllib.request
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any

from websockets.sync.client import ClientConnection, connect

from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement

Message = dict[str, Any]


def judged_match(path: Path) -> Match:
    """The only match of a saved file, which is what our judge makes of it too."""
    (match,) = read_matches(path)
    assert disagreement(match) is None, path
    return match


def begin(url: str, **asked: Any) -> Message:
    """Set up a table; the server's answer."""
    body = json.dumps({"pace": 0, **asked}).encode()
    with urllib.request.urlopen(url + "/api/tables", body, timeout=60) as answer:
        said: Message = json.load(answer)
    return said


def socket_of(url: str, **options: Any) -> Any:
    """A socket to a server's tables, as a context.

    No proxy of this machine's stands between."""
    return connect(
        url.replace("http", "ws", 1) + "/api/table", open_timeout=60, proxy=None, **options
    )


def sit_down(url: str, **asked: Any) -> "TableClient":
    """Set up a table and connect to its first person's seat."""
    client = TableClient(url, begin(url, **asked)["people"][0]["token"])
    client.come()
    return client


class TableClient:
    """One seat's page.

    table: the newest state; note: what came after it. heard: everything, by connection. given: how
    many answers of each kind were confirmed.
    """

    def __init__(self, url: str, token: str, seed: int = 0) -> None:
        self.url = url
        self.token = token
        self.chance = random.Random(seed)
        self.table: Message = {"sequence": -1, "result": None}
        self.note: Message = {}
        self.heard: list[Message] = []
        self.given: Counter[str] = Counter()
        self.socket: ClientConnection | None = None
        self._has_answered = False
        self._held = ExitStack()

    def come(self) -> None:
        """Connect, and say what was heard last."""
        self._has_answered = False
        self.socket = self._held.enter_context(socket_of(self.url))
        self.say({"type": "hello", "token": self.token, "sequence": self.table["sequence"]})

    def cut(self) -> None:
        """The line breaks without a word."""
        if self.socket is not None:
            with suppress(OSError):  # It may be broken already.
                self.socket.socket.shutdown(SHUT_RDWR)
            self.socket = None
            self._held.close()

    def say(self, order: Message) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(order))

    def hear(self, timeout: float = 60) -> Message:
        """The next message; no state comes twice, and none after a newer one."""
        assert self.socket is not None
        said: Message = json.loads(self.socket.recv(timeout=timeout))
        self.heard.append(said)
        if said["type"] == "table":
            assert said["sequence"] > self.table["sequence"]
            self.table, self.note, self._has_answered = said, {}, False
        elif said["type"] == "note":
            assert said["sequence"] == self.table["sequence"]
            self.note = said
        return said

    def hear_until(self, kind: str) -> Message:
        """The next message of this type; all before it are heard too."""
        while (said := self.hear())["type"] != kind:
            pass
        return said

    def hear_until_asked(self) -> None:
        while not self.is_asked:
            self.hear()

    def come_again(self) -> "TableClient":
        """The line breaks, and one of the seat connects anew that has heard nothing yet."""
        self.cut()
        again = TableClient(self.url, self.token)
        again.come()
        return again

    @property
    def is_asked(self) -> bool:
        """Whether an answer is wanted that the server does not have."""
        return bool(self.note) and self.table["ask"] is not None and self.note["given"] is None

    def order(self) -> Message:
        """A legal answer to what is asked, mostly a claim or a win."""
        choices = self.table["ask"]["choices"]
        wins = [one for one in choices if one["kind"] == "HU"]
        claims = [one for one in choices if one["kind"] in ("CHI", "PENG", "GANG", "BUGANG")]
        chosen = self.chance.choice(
            wins or (claims if self.chance.random() < 0.6 else []) or choices
        )
        turn = {"hand": self.table["hand"], "turn": self.table["turn"]}
        return {"type": "answer", **turn, "action": chosen["action"]}

    def play(self, until: int | None = None) -> None:
        """Play the match to its end, or until a state has this number."""
        while not (self.table["result"] or {}).get("match_over"):
            if until is not None and self.table["sequence"] >= until:
                return
            said = self.hear()
            assert said["type"] != "refused", said
            if self.is_asked and said["type"] == "note" and not self._has_answered:
                self._has_answered = True  # The next note may have been on its way already.
                order = self.order()
                self.given[order["action"].split()[0]] += 1
                self.say(order)
            elif self.table["result"] and said["type"] == "table":
                self.say({"type": "next", "hand": self.table["hand"]})

"""Starting matches: the `runmatch` call, and keeping so many in play."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_lab.records.formats.botzone_log import GAME_NAME

ME = "me"

_BOT_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_MATCH_ID = re.compile(r"\b[0-9a-f]{24}\b")


class Order(NamedTuple):
    """A match to be asked for: the four players, `me` one of them, and what it starts from."""

    players: tuple[str, ...]
    initdata: str = ""

    def headers(self) -> dict[str, str]:
        """The headers of the `runmatch` call.

        >>> order_of("me,b1,b2,b3").headers()["X-Player-0"]
        'me'
        """
        headers = {"X-Game": GAME_NAME}
        headers.update({f"X-Player-{slot}": player for slot, player in enumerate(self.players)})
        if self.initdata:
            headers["X-Initdata"] = self.initdata
        return headers


def order_of(players: str, initdata: str = "") -> Order:
    """The match that words on the command line ask for.

    players: three bot ids with commas between (this client then sits in the East), or four words,
    one of them `me`. initdata: a JSON object as Botzone's, or nothing.

    Raises ValueError if that is no match.
    """
    words = [word.strip() for word in players.split(",")]
    if len(words) == SEATS - 1 and ME not in words:
        words.insert(0, ME)
    if len(words) != SEATS or words.count(ME) != 1:
        raise ValueError("--start-match takes three bot ids, or four words of which one is `me`")
    for word in words:
        if not _BOT_ID.fullmatch(word):
            raise ValueError(f"no bot id: {word!r:.80}")
    return Order(tuple(words), _one_line(initdata))


def _one_line(initdata: str) -> str:
    """The initdata as a header can carry it: one line of ASCII."""
    if not initdata.strip():
        return ""
    try:
        value = json.loads(initdata)
    except ValueError as error:
        raise ValueError(f"--initdata is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError('--initdata must be a JSON object, as {"quan": 0, "walltiles": ...}')
    return json.dumps(value, separators=(",", ":"))


def started_id(text: str) -> str | None:
    r"""The match id in what `runmatch` replied, None if there is none.

    >>> started_id("5ff1d3a0c5b5e9001a7d3f60\n"), started_id("queued")
    ('5ff1d3a0c5b5e9001a7d3f60', None)
    """
    found = _MATCH_ID.search(text)
    return found.group() if found else None


class Starter:
    """When to start a match.

    matches: how many in all, None for without end; at_once: how many in play at a time.
    A started match that does not show for `patience` seconds is no longer waited for.
    """

    def __init__(
        self, order: Order, matches: int | None, at_once: int, patience: float = 120.0
    ) -> None:
        self.headers = order.headers()
        self.vanished = 0
        self._matches = matches
        self._at_once = at_once
        self._patience = patience
        self._awaited: list[float] = []
        self._seen = 0

    def wants_one(self, now: float, running: int, seen: int) -> bool:
        """Whether to start one now; `running` are in play, `seen` were seen since the beginning."""
        appeared, self._seen = seen - self._seen, seen
        del self._awaited[:appeared]
        awaited = len(self._awaited)
        self._awaited = [since for since in self._awaited if now - since < self._patience]
        self.vanished += awaited - len(self._awaited)
        coming = len(self._awaited)
        if self._matches is not None and seen + coming >= self._matches:
            return False
        return running + coming < self._at_once

    def started(self, now: float) -> None:
        """One has been started."""
        self._awaited.append(now)

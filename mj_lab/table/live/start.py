"""Starts matches by the `runmatch` call, and keeps a number of them in play."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.records.formats.botzone_log import GAME_NAME, ME

_BOT_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_MATCH_ID = re.compile(r"\b[0-9a-f]{24}\b")


class Order(NamedTuple):
    """A match to request: the four players, one of them `me`, and its initdata."""

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
    """Parse a match from the command line.

    players: three bot ids with commas (this client then is East), or four words, one of them `me`.
    initdata: a JSON object like Botzone's, or empty.

    Raises ValueError if this is not a match.
    """
    ids = [word.strip() for word in players.split(",")]
    if len(ids) == SEATS - 1 and ME not in ids:
        ids.insert(0, ME)
    if len(ids) != SEATS or ids.count(ME) != 1:
        raise ValueError("--start-match takes three bot ids, or four words of which one is `me`")
    for word in ids:
        if not _BOT_ID.fullmatch(word):
            raise ValueError(f"no bot id: {word!r:.80}")
    return Order(tuple(ids), _one_line(initdata))


def _one_line(initdata: str) -> str:
    """The initdata as a header: one line of ASCII."""
    if not initdata.strip():
        return ""
    try:
        value = json.loads(initdata)
    except ValueError as error:
        raise ValueError(f"--initdata is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError('--initdata must be a JSON object, as {"quan": 0, "walltiles": ...}')
    return json.dumps(value, separators=(",", ":"))


def started_id(text: str) -> str | None:
    r"""The match id in the reply of `runmatch`, None if there is none.

    >>> started_id("5ff1d3a0c5b5e9001a7d3f60\n"), started_id("queued")
    ('5ff1d3a0c5b5e9001a7d3f60', None)
    """
    match = _MATCH_ID.search(text)
    return match.group() if match else None


class Starter:
    """Decides when to start a match.

    matches: how many in all, None for no limit. at_once: how many in play at a time. A started
    match that does not appear within `patience` seconds is given up.
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
        """Whether to start one now. running: matches in play. seen: matches since the beginning."""
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
        """Record that one has been started."""
        self._awaited.append(now)

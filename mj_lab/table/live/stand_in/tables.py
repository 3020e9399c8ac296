"""The fake server's matches: offered, started, answered, timed out, reported."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_bot.tiles import tiles_of
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.formats.botzone_log import GAME_NAME, ME
from mj_lab.table.live.protocol import ANSWER_HEADER, Finished, PollReply
from mj_lab.table.live.stand_in.match import FakeMatch

# A match, an answer to it, and the number of the request it answers.
Bound = list[tuple[FakeMatch, str, int]]


class Rules(NamedTuple):
    """How this Botzone plays and behaves.

    matches, at_once: how many it offers by itself, in all and at a time. opponent: the other three
    players, as for `mj play`. think: mean seconds until the next request of a match. turn_seconds:
    the time to answer. hold: seconds that a poll without news is held. once: whether a request is
    sent only once, not in every reply until it is answered. naive: whether an answer counts for the
    latest request, even one that was never sent.
    """

    matches: int = 0
    at_once: int = 1
    opponent: str = "random"
    seed: int = 0
    think: float = 0.0
    turn_seconds: float | None = None
    hold: float = 20.0
    once: bool = False
    naive: bool = False


class FakeTable:
    """All matches of one client; used in its server's event loop.

    played: every match by its id. reported: those whose result has been delivered. changed: set,
    and replaced by a new one, whenever there may be news.
    """

    def __init__(self, rules: Rules, dice: random.Random) -> None:
        self.played: dict[str, FakeMatch] = {}
        self.reported: set[str] = set()
        self.changed = asyncio.Event()
        self._rules = rules
        self._dice = dice
        self._make = player_of(rules.opponent)
        self._running: dict[str, FakeMatch] = {}
        self._results: list[Finished] = []
        self._offered = 0

    @property
    def is_over(self) -> bool:
        """Whether every offered match has ended and the client knows."""
        return self._offered >= self._rules.matches and len(self.reported) == len(self.played)

    def wake(self) -> None:
        """Wake waiting polls."""
        self.changed.set()
        self.changed = asyncio.Event()

    # -- answers ------------------------------------------------------------------------------

    def bound(self, headers: Mapping[str, str]) -> Bound:
        """The answers of a poll, each with the number of its request.

        The client can only answer requests that it has, so an answer is for the last request in a
        reply before this poll. A naive server takes the latest request.
        """
        answers: Bound = []
        for match in self._running.values():
            response = headers.get((ANSWER_HEADER + match.id).lower())
            if response is not None:
                serial = match.serial if self._rules.naive else match.delivered
                answers.append((match, response, serial))
        return answers

    def take(self, answers: Bound) -> None:
        """Pass the answers to the judge, except for requests already answered."""
        for match, response, serial in answers:
            if match.id in self._running and match.answer(response, serial):
                self._after_a_move(match)
        self.offer()

    # -- news ---------------------------------------------------------------------------------

    def has_news(self) -> bool:
        """Whether there is news."""
        return bool(self._results) or any(map(self._is_news, self._running.values()))

    def news(self) -> PollReply:
        """All news."""
        waiting = [match for match in self._running.values() if self._is_news(match)]
        return PollReply(
            tuple((match.id, match.request) for match in waiting), tuple(self._results)
        )

    def _is_news(self, match: FakeMatch) -> bool:
        return match.is_waiting and not (self._rules.once and match.delivered == match.serial)

    def mark_delivered(self, reply: PollReply) -> None:
        """Record which requests the client has from this reply, as far as the server knows."""
        for match_id, _ in reply.requests:
            match = self._running.get(match_id)
            if match is not None:
                match.delivered = match.serial

    def mark_result_sent(self, reply: PollReply) -> None:
        """Record which results the client has from this reply."""
        self.reported.update(result.match_id for result in reply.finished)
        self._results = [result for result in self._results if result not in reply.finished]

    # -- matches ------------------------------------------------------------------------------

    def offer(self) -> None:
        """Start matches until enough are in play."""
        rules = self._rules
        while self._offered < rules.matches and len(self._running) < rules.at_once:
            number = self._offered
            self._offered += 1
            wall = wall_of_seed(f"{rules.seed}-{number}")
            self._begin(Game(wall, number // SEATS % SEATS), number % SEATS)

    def run_match(self, headers: Mapping[str, str]) -> str:
        """Start the match of a `runmatch` call; returns its id.

        Raises ValueError for a bad call.
        """
        if headers.get("x-game") != GAME_NAME:
            raise ValueError("no such game")
        players = [headers.get(f"x-player-{slot}", "") for slot in range(SEATS)]
        if players.count(ME) != 1 or not all(players):
            raise ValueError("four players, one of them me")
        game = _game_of(headers.get("x-initdata", ""), len(self.played))
        return self._begin(game, players.index(ME)).id

    def abort(self, match_id: str) -> None:
        """End a match without scores."""
        match = self._running.pop(match_id)
        self._results.append(Finished(match_id, match.slot, None))
        self.wake()

    def _begin(self, game: Game, slot: int) -> FakeMatch:
        number = len(self.played)
        players = [None if seat == slot else self._make(number + seat) for seat in range(SEATS)]
        match = FakeMatch(f"fa4e{number:020x}", game, players)
        self.played[match.id] = self._running[match.id] = match
        self._after_a_move(match)
        return match

    def _after_a_move(self, match: FakeMatch) -> None:
        if match.result is not None:
            del self._running[match.id]
            self._results.append(match.finished())
            self.wake()
            return
        rules, loop = self._rules, asyncio.get_running_loop()
        if rules.think:
            loop.call_later(self._dice.expovariate(1 / rules.think), self._show, match)
        else:
            self._show(match)
        if rules.turn_seconds is not None:
            seconds = rules.turn_seconds + rules.think
            loop.call_later(seconds, self._time_out, match, match.serial)

    def _show(self, match: FakeMatch) -> None:
        match.visible = True
        self.wake()

    def _time_out(self, match: FakeMatch, serial: int) -> None:
        if match.serial == serial and match.id in self._running:
            match.time_out(serial)
            self._after_a_move(match)
            self.offer()


def _game_of(initdata: str, number: int) -> Game:
    record = json.loads(initdata) if initdata else {}
    if not isinstance(record, dict):
        raise ValueError("initdata is not an object")
    text = record.get("walltiles")
    wall = tiles_of(str(text)) if text else wall_of_seed(f"run-{number}")
    return Game(wall, int(record.get("quan", 0)))

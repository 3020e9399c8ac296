"""Plays one hand: the judge asks all four players every turn."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from threading import Event as Signal
from threading import Thread
from time import monotonic
from typing import NamedTuple, Protocol

from mj_bot.events import DRAW, PASSING, SEATS, Event, Request
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply

# Seconds after which a line says whom the game waits for; also the least between two lines.
_SLOW = 5.0
_BETWEEN_LINES = 10.0
_LOOK_EVERY = 0.5


class Player(Protocol):
    """A player at the table."""

    name: str

    def begin(self, seat: int) -> None:
        """Begin a game at this seat."""

    def ask(self, request: Request) -> Reply:
        """Answer one request; every seat is asked at every turn."""

    def end(self) -> None:
        """The game is over, or the player is no longer needed."""


class PlayedTurn(NamedTuple):
    """One turn: the event (None for start and deal) and the four replies."""

    event: Event | None
    replies: tuple[Reply, ...]


TurnWatch = Callable[[Game, Sequence[Reply]], None]


class WaitingFor:
    """Prints on standard error whom a run waits for: one line for what takes over _SLOW seconds.

    A context manager with its own thread, since a tactic that computes blocks everything else.
    """

    def __init__(self) -> None:
        self._now: tuple[str, float] | None = None
        self._over = Signal()

    def begin(self, whom: str) -> None:
        """Someone starts thinking; `whom` in words."""
        self._now = whom, monotonic()

    def end(self) -> None:
        """Nobody is thinking now."""
        self._now = None

    def _watch(self) -> None:
        said = None
        pause = _LOOK_EVERY
        while not self._over.wait(pause):
            now, pause = self._now, _LOOK_EVERY
            if now is not None and now is not said and monotonic() - now[1] > _SLOW:
                print(f"waiting for {now[0]} ...", file=sys.stderr, flush=True)
                said, pause = now, _BETWEEN_LINES

    def __enter__(self) -> WaitingFor:
        """Start watching."""
        Thread(target=self._watch, name="mj-waiting", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop watching."""
        self._over.set()


class OpenHand:
    """A running hand: players answer for their seats, other seats are answered by the caller.

    turns: those played. replies: by seat, the caller's answers in this turn.
    """

    def __init__(
        self, game: Game, players: Mapping[int, Player], waiting: WaitingFor | None = None
    ) -> None:
        self.game = game
        self.turns: list[PlayedTurn] = []
        self.replies: dict[int, Reply] = {}
        self._players = dict(players)
        self._waiting = waiting or WaitingFor()
        try:
            for seat, player in self._players.items():
                self._waiting.begin(f"{player.name} (seat {seat}, before the game)")
                player.begin(seat)
        except BaseException:
            self.close()
            raise

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.game.result is not None

    def go_on(self, watch: TurnWatch | None = None) -> None:
        """Ask the players and submit four answers to the judge; a seat without an answer passes.

        `watch(game, replies)` is called before they are submitted.
        """
        game = self.game
        event = game.event
        # Each seat sees only its own part of a draw or deal.
        for_all = event if event is not None and event.kind != DRAW else None
        given = self.replies
        for seat, player in self._players.items():
            self._waiting.begin(f"{player.name} (seat {seat}, turn {len(self.turns)})")
            given[seat] = player.ask(for_all or game.request_for(seat))
        self._waiting.end()
        replies = tuple([given.get(seat, PASSING) for seat in range(SEATS)])
        self.replies = {}
        self.turns.append(PlayedTurn(event, replies))
        if watch is not None:
            watch(game, replies)
        game.submit(replies)
        if game.result is not None:
            self.close()

    def close(self) -> None:
        """Abandon the hand: the players are no longer needed."""
        players, self._players = self._players, {}
        for player in players.values():
            player.end()


def play(game: Game, players: Sequence[Player], watch: TurnWatch | None = None) -> list[PlayedTurn]:
    """Seat four players, play the game to its end, return its turns.

    watch: as in `OpenHand.go_on`. Players are ended even if one of them raises. A line on standard
    error says whom it waits for.
    """
    with WaitingFor() as waiting:
        hand = OpenHand(game, dict(enumerate(players)), waiting)
        try:
            while not hand.is_over:
                hand.go_on(watch)
        finally:
            hand.close()
    return hand.turns

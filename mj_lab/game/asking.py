"""A hand at the judge and its players: every seat is asked at every turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from mj_bot.events import DRAW, PASSING, SEATS, Event, Request
from mj_lab.game.referee import Game
from mj_lab.game.replies import Reply


class Player(Protocol):
    """A player at the table."""

    name: str

    def begin(self, seat: int) -> None:
        """Begin a game at this seat."""

    def ask(self, request: Request) -> Reply:
        """Answer one request: every seat is asked at every turn."""

    def end(self) -> None:
        """The game is over, or does not need the player any more."""


class PlayedTurn(NamedTuple):
    """One turn: the event (None for start and deal) and the four replies."""

    event: Event | None
    replies: tuple[Reply, ...]


TurnWatch = Callable[[Game, Sequence[Reply]], None]


class OpenHand:
    """A running hand: players answer for their seats, the others are answered from outside.

    turns: those played. replies: by seat, the answers from outside in this turn.
    """

    def __init__(self, game: Game, players: Mapping[int, Player]) -> None:
        self.game = game
        self.turns: list[PlayedTurn] = []
        self.replies: dict[int, Reply] = {}
        self._players = dict(players)
        try:
            for seat, player in self._players.items():
                player.begin(seat)
        except BaseException:
            self.close()
            raise

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.game.result is not None

    def go_on(self, watch: TurnWatch | None = None) -> None:
        """Ask the players, and give four answers to the judge; a seat without an answer passes.

        `watch(game, replies)` is called before they are submitted.
        """
        game = self.game
        event = game.event
        # Each seat gets its own part of a draw and a deal.
        for_all = event if event is not None and event.kind != DRAW else None
        given = self.replies
        for seat, player in self._players.items():
            given[seat] = player.ask(for_all or game.request_for(seat))
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
    """Seat four players at a game, play it to its end, return its turns.

    watch: as in `OpenHand.go_on`. Players are ended even if one of them raises.
    """
    hand = OpenHand(game, dict(enumerate(players)))
    try:
        while not hand.is_over:
            hand.go_on(watch)
    finally:
        hand.close()
    return hand.turns

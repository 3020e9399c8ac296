"""The protocol of asking: four players at a referee, every seat asked at every turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from mj_bot.events import DRAW, Event, Request
from mj_lab.game.referee import Game
from mj_lab.game.replies import Reply


class Player(Protocol):
    """Whoever sits at the table."""

    name: str

    def begin(self, seat: int) -> None:
        """A game starts; this player has that seat."""

    def ask(self, request: Request) -> Reply:
        """Answer one request: every seat is asked at every turn."""

    def end(self) -> None:
        """The game is over, or the player is no longer needed in it."""


class PlayedTurn(NamedTuple):
    """One turn as it was: the event (None for start and deal) and the four replies."""

    event: Event | None
    replies: tuple[Reply, ...]


TurnWatch = Callable[[Game, Sequence[Reply]], None]


def play(game: Game, players: Sequence[Player], watch: TurnWatch | None = None) -> list[PlayedTurn]:
    """Seat four players at a game, play it to its end, return its turns.

    `watch(game, replies)` is called before every four replies are submitted. Players are told
    of the end even if one of them raises.
    """
    turns = []
    try:
        for seat, player in enumerate(players):
            player.begin(seat)
        while game.result is None:
            event = game.event
            replies = _ask(game, event, players)
            turns.append(PlayedTurn(event, replies))
            if watch is not None:
                watch(game, replies)
            game.submit(replies)
    finally:
        for player in players:
            player.end()
    return turns


def _ask(game: Game, event: Event | None, players: Sequence[Player]) -> tuple[Reply, ...]:
    if event is None or event.kind == DRAW:
        return tuple([player.ask(game.request_for(seat)) for seat, player in enumerate(players)])
    return tuple([player.ask(event) for player in players])

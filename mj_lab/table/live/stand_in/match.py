"""One match of the fake server: a judged game with the client in one seat."""

from __future__ import annotations

from collections.abc import Sequence

from mj_bot.events import SEATS, format_request
from mj_lab.core.game.play_game import OpenHand, Player
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.result import Result
from mj_lab.table.live.protocol import Finished


class FakeMatch(OpenHand):
    """A game that advances with `answer`; the other seats are played here.

    players: by slot, None for the client's. slot is the seat.

    request: the client's current request. serial: its number, from 1. delivered: the number of the
    latest request that was in a reply. visible: whether the request is available yet, or others
    still think. requests, responses: the client's, the responses as the judge took them.
    """

    def __init__(self, match_id: str, game: Game, players: Sequence[Player | None]) -> None:
        if len(players) != SEATS or list(players).count(None) != 1:
            raise ValueError("one client and three other players make a match")
        playing = {seat: player for seat, player in enumerate(players) if player is not None}
        super().__init__(game, playing)
        self.id = match_id
        self.slot = list(players).index(None)
        self.serial = 0
        self.delivered = 0
        self.visible = False
        self.requests: list[str] = []
        self.responses: list[str] = []
        self.ignored = 0
        self._ask()

    @property
    def request(self) -> str:
        """The latest request."""
        return self.requests[-1]

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is running."""
        return self.game.result

    @property
    def is_waiting(self) -> bool:
        """Whether there is an unanswered request."""
        return self.visible and self.result is None

    def answer(self, response: str, serial: int) -> bool:
        """Take an answer to the request of that number; False if it is already answered."""
        if serial != self.serial or not self.is_waiting:
            self.ignored += 1
            return False
        self._take(response)
        return True

    def time_out(self, serial: int) -> None:
        """The time for answering that request is over."""
        if serial == self.serial and self.result is None:
            self._take(Fault("TLE", "no answer in time"))

    def finished(self) -> Finished:
        """The result as sent to the client."""
        return Finished(self.id, self.slot, tuple(self.game.scores))

    def _ask(self) -> None:
        self.requests.append(format_request(self.game.request_for(self.slot), self.slot))
        self.serial += 1
        self.visible = False

    def _take(self, response: str | Fault) -> None:
        self.responses.append(response if isinstance(response, str) else "")
        self.replies[self.slot] = response
        self.go_on()
        if not self.is_over:
            self._ask()

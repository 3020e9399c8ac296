"""What one seat of a running game, or a spectator, may know: built only from its requests."""

from __future__ import annotations

import json
from typing import Any

from mj_bot.events import Action, Event, format_request
from mj_bot.history import Loading, action_of
from mj_bot.state import GameState, Standing
from mj_engine import SeatTable
from mj_lab.core.game.referee import Game
from mj_lab.explain.review.replay.frames import Frame

LegalChoice = dict[str, Any]


class PlayerView:
    """What a seat of a running game knows (`state`) and sees.

    loading: a tactic's, called before every action is folded in (`mj_bot.tactics`). standing: of
    the match, if it has several hands. common_wall: whether all draw from one wall. is_spectator:
    its frames show no hand.
    """

    def __init__(
        self,
        seat: int,
        wall_size: int,
        loading: Loading | None = None,
        standing: Standing | None = None,
        common_wall: bool = False,
        is_spectator: bool = False,
    ) -> None:
        self.state = GameState(wall_size, standing, common_wall)
        self.seat = seat
        self._loading = loading
        self._table = SeatTable(wall_size, common_wall)
        self._is_spectator = is_spectator

    def look(self, game: Game) -> None:
        """Process the judge's current request to this seat, and nothing more."""
        request = game.request_for(self.seat)
        if self._loading is not None:
            action = action_of(self.state, request)
            if action is not None and isinstance(request, Event):
                self._loading(self.state, request.seat, action)
        self.state.apply(request)
        self._table.take(format_request(request, self.seat))

    def answered(self, action: Action) -> None:
        """Record this seat's own answer: only it shows the tile of its concealed kong."""
        self.state.answered(action)
        self._table.answered(str(action))

    def frame(self) -> Frame:
        """The table after the latest request (`review.replay.frames`), without a turn."""
        frame: Frame = json.loads(self._table.frame(self._is_spectator))
        return frame

    def choices(self) -> list[LegalChoice]:
        """The legal answers for the person to choose from; a win has its fans and points.

        action: as on the wire. kind: its first word. A win has fan, fans (name, times, value of
        one, with flowers) and points; a claim has `uses`, the tiles of the own hand that it takes.
        """
        choices: list[LegalChoice] = json.loads(self._table.choices())
        return choices

    def waits(self) -> dict[str, Any]:
        """The waits that a person at the table sees, each with its fan on a discard and self-drawn.

        now: those of the hand, none while a discard is due. after: by discard or claim, where there
        are any. under_eight: the win with the tile drawn or on offer that has too few fan to be
        declared, else None. Each wait has `tile` and `left`, the number of copies the seat does not
        see, which may be 0. Last Tile counts if the other three copies are open; fans of a moment
        (the last tile of a wall, a kong) do not.
        """
        waits: dict[str, Any] = json.loads(self._table.waits())
        return waits

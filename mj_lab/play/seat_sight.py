"""What one seat of a running game, or a spectator, may know: folded only from its requests."""

from __future__ import annotations

from mj_bot.events import DRAW, HAND_SIZE, Action, Deal, Event, Request, Start
from mj_bot.history import Loading, action_of
from mj_bot.state import GameState, Standing
from mj_lab.game.referee import Game
from mj_lab.replay.seat_table import SeatTable

# A spectator's state belongs to no seat.
_NO_SEAT = -1


class SeatSight(SeatTable):
    """What a seat of a running game knows and sees. seat: 0-3, None for a spectator.

    loading: a tactic's, called before every action is folded (`mj_bot.tactics`). standing: of the
    match, if it has several hands. common_wall: whether all draw from one wall.
    """

    def __init__(
        self,
        seat: int | None,
        wall_size: int,
        loading: Loading | None = None,
        standing: Standing | None = None,
        common_wall: bool = False,
    ) -> None:
        super().__init__(GameState(wall_size, standing, common_wall))
        self.seat = seat
        self._loading = loading

    def look(self, game: Game) -> None:
        """Take in the judge's current request to this seat, and nothing more."""
        if self.seat is not None:
            self.fold(game.request_for(self.seat))
            return
        # Requests without private facts: another seat's draw, public events.
        event = game.event
        if event is not None:
            self.fold(Event(DRAW, event.seat) if event.kind == DRAW else event)
        elif game.deals:
            deal = game.deals[0]
            self.fold(Deal(deal.flower_counts, (), deal.flowers))
        else:
            self.fold(Start(_NO_SEAT, game.prevalent_wind))

    def answered(self, action: Action) -> None:
        """Note this seat's own answer: only it shows the tile of its concealed kong."""
        self.state.answered(action)

    def take_in(self, request: Request) -> None:
        """Fold a request; a spectator sees only the flowers of a deal."""
        state = self.state
        if self._loading is not None and self.seat is not None:
            action = action_of(state, request)
            if action is not None and isinstance(request, Event):
                self._loading(state, request.seat, action)
        if self.seat is None and isinstance(request, Deal):
            state.flowers = list(request.flower_counts)
            state.walls = [state.wall_size - HAND_SIZE - count for count in state.flowers]
            state.last = request
        else:
            state.apply(request)

"""What one seat of a running game may know, or a spectator: folded from what it was sent alone.

Nothing else ever reaches who looks: a frame of `frame` is made of this seat's own `GameState`, so
a tile that the seat was not told cannot be in it. It has the keys of `mj_lab.replay.frames`, with
None for each tile that lies face down, and FACE_DOWN for one that another seat just drew.
"""

from __future__ import annotations

from mj_bot.events import (
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    PENG,
    SEATS,
    Action,
    Deal,
    Event,
    Request,
    Start,
)
from mj_bot.history import Loading, action_of
from mj_bot.state import GameState, Standing
from mj_bot.tiles import tiles_from_counts
from mj_lab.game.referee import Game
from mj_lab.replay.frames import DEAL, Frame, open_part

# A tile that another seat drew.
FACE_DOWN = -1
# A spectator's state belongs to no seat.
_NO_SEAT = -1


class SeatSight:
    """What a seat knows (`state`), and what it sees. seat: 0-3, None for a spectator.

    loading: a tactic's, called before every action is folded (`mj_bot.tactics`). standing: of the
    match, if it has several hands.
    """

    def __init__(
        self,
        seat: int | None,
        wall_size: int,
        loading: Loading | None = None,
        standing: Standing | None = None,
    ) -> None:
        self.seat = seat
        self.state = GameState(wall_size, standing)
        self.flowers: list[list[int]] = [[], [], [], []]
        self._loading = loading
        self._claimed: tuple[int, int] | None = None

    def look(self, game: Game) -> None:
        """Take in what the judge has to tell this seat now, and nothing more."""
        if self.seat is not None:
            self._fold(game.request_for(self.seat))
            return
        # What a seat is told that has nothing of its own in it: another seat's draw, public events.
        event = game.event
        if event is not None:
            self._fold(Event(DRAW, event.seat) if event.kind == DRAW else event)
        elif game.deals:
            deal = game.deals[0]
            self._fold(Deal(deal.flower_counts, (), deal.flowers))
        else:
            self._fold(Start(_NO_SEAT, game.prevalent_wind))

    def answered(self, action: Action) -> None:
        """Note what this seat itself answered: it alone knows the tile of its concealed kong."""
        self.state.answered(action)

    def _fold(self, request: Request) -> None:
        state = self.state
        offered, giver = state.offered, state.turn
        if self._loading is not None and self.seat is not None:
            action = action_of(state, request)
            if action is not None and isinstance(request, Event):
                self._loading(state, request.seat, action)
        if isinstance(request, Deal):
            self._lay_flowers(request)
        if self.seat is None and isinstance(request, Deal):
            state.flowers = list(request.flower_counts)
            state.walls = [state.wall_size - HAND_SIZE - count for count in state.flowers]
            state.last = request
        else:
            state.apply(request)
        self._claimed = None
        if isinstance(request, Event):
            if request.kind == BUHUA and request.tile is not None:
                self.flowers[request.seat].append(request.tile)
            if request.kind in (CHI, PENG, GANG) and offered is not None:
                self._claimed = (offered, giver)

    def _lay_flowers(self, deal: Deal) -> None:
        places = iter(deal.flowers)
        if len(deal.flowers) == sum(deal.flower_counts):
            self.flowers = [[next(places) for _ in range(count)] for count in deal.flower_counts]

    def frame(self) -> Frame:
        """The table as this seat sees it."""
        state, event = self.state, self.state.last
        drawn: int | None = None
        frame: Frame = {"kind": DEAL, "seat": None, "tile": None}
        if isinstance(event, Event):
            frame = {"kind": event.kind, "seat": event.seat, "tile": event.tile}
            if event.kind == DRAW:
                drawn = FACE_DOWN if event.tile is None else event.tile
            elif event.kind == GANG:
                frame["tile"] = state.melds[event.seat][-1].tile
            if self._claimed is not None:
                frame["claimed"], frame["giver"] = self._claimed
        return {
            **frame,
            "hands": [self._hand(seat, drawn) for seat in range(SEATS)],
            "drawn": drawn,
            **open_part(state, state.melds, self.flowers),
        }

    def _hand(self, seat: int, drawn: int | None) -> list[int | None]:
        if seat != self.seat:
            return [None] * (HAND_SIZE - 3 * len(self.state.melds[seat]))
        tiles = tiles_from_counts(self.state.hand)
        if drawn is not None and drawn != FACE_DOWN:
            tiles.remove(drawn)
        return list(tiles)

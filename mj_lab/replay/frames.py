"""The table at every turn of a match: the frames of `mj_lab.replay.seat_table`, all tiles known.

Each also has its `turn` of the match; the end has the last one's.
"""

from __future__ import annotations

from typing import Any

from mj_bot.events import BUGANG, DRAW, HU, SEATS, Deal, Event, Start, format_request, parse_request
from mj_bot.history import note_answer
from mj_lab.records.match import Match
from mj_lab.replay.seat_table import MOST_TURNS, Frame, SeatTable, open_part

_END = "END"


def frames_of(match: Match) -> list[Frame]:
    """A match's frames: the deal, every event, the end.

    Raises ValueError, with the turn, if its requests do not make a game.

    >>> from mj_lab.game.asking import play
    >>> from mj_lab.game.referee import Game
    >>> from mj_lab.records.match import match_of
    >>> from mj_lab.game.players import player_of
    >>> from mj_lab.game.walls import wall_of_seed
    >>> game = Game(wall_of_seed(1))
    >>> match = match_of(game, play(game, [player_of("random")(seat) for seat in range(4)]))
    >>> frames = frames_of(match)
    >>> [frame["kind"] for frame in frames[:3]], len(frames) == len(match.requests)
    (['DEAL', 'DRAW', 'PLAY'], True)
    """
    if len(match.requests) > MOST_TURNS:
        raise ValueError(f"{len(match.requests)} turns: no game is that long")
    table = _Table(match)
    frames = []
    for turn, row in enumerate(match.requests):
        try:
            frame = table.fold(row)
        except (ValueError, IndexError) as error:
            raise ValueError(f"turn {turn}: {error}") from None
        if frame is not None:
            frames.append({"turn": turn, **frame})
        table.note(match.responses[turn])
    frames.append({"turn": len(match.requests) - 1, **table.end(match)})
    return frames


class _Table:
    """The views of the four seats: together they know every tile."""

    def __init__(self, match: Match) -> None:
        self.seats = [SeatTable(match.seat_state()) for _ in range(SEATS)]
        self.event: Event | None = None

    def note(self, responses: tuple[str, ...]) -> None:
        for seat, response in zip(self.seats, responses, strict=True):
            note_answer(seat.state, response)

    def fold(self, row: tuple[str, ...]) -> Frame | None:
        """Take in one turn's requests; None for the start, which shows nothing."""
        requests = [parse_request(text, seat) for seat, text in enumerate(row)]
        event = _event_of(requests)
        for seat, request in zip(self.seats, requests, strict=True):
            seat.fold(request)
        if event is None and isinstance(requests[0], Start):
            if [table.state.seat for table in self.seats] != [0, 1, 2, 3]:
                raise ValueError("the four seats are not 0, 1, 2, 3")
            return None
        if event is None:
            # In older records a deal lists one's own flowers alone.
            flowers = [list(table.flowers[seat]) for seat, table in enumerate(self.seats)]
            self.seats[0].flowers = flowers
        self.event = event
        shown = self._shown(event.tile if event is not None and event.kind == DRAW else None)
        return {**self.seats[0 if event is None else event.seat].event_part(), **shown}

    def _shown(self, drawn: int | None) -> Frame:
        hands = [
            table.own_hand(drawn if self.event is not None and seat == self.event.seat else None)
            for seat, table in enumerate(self.seats)
        ]
        melds = [table.state.own_melds for table in self.seats]
        first = self.seats[0]
        return {"hands": hands, "drawn": drawn, **open_part(first.state, melds, first.flowers)}

    def end(self, match: Match) -> Frame:
        """The last frame: the final table, the winning tile beside the winner's hand."""
        result, event = match.result, self.event
        frame: Frame = {"kind": _END, "seat": result.player, "tile": None}
        if event is None or result.action != HU or result.player is None:
            return {**frame, **self._shown(None)}
        self_drawn = event.kind == DRAW
        frame["tile"] = event.tile
        if not self_drawn:
            frame["giver"] = event.seat
        shown = self._shown(event.tile if self_drawn else None)
        if not self_drawn and event.kind != BUGANG and shown["discards"][event.seat]:
            shown["discards"][event.seat][-1][1] = result.player
        return {**frame, **shown, "drawn": event.tile, "robbed": event.kind == BUGANG}


def _event_of(requests: list[Any]) -> Event | None:
    """The one event in four requests; None for start and deal.

    Raises ValueError if they have different events.
    """
    first = requests[0]
    if isinstance(first, (Start, Deal)):
        if any(type(request) is not type(first) for request in requests):
            raise ValueError("the four seats were not sent the same request")
        return None
    full = [r for r in requests if isinstance(r, Event) and r.kind == DRAW and r.tile is not None]
    event: Event = full[0] if full else first
    if event.kind == DRAW and event.tile is None:
        raise ValueError("nobody knows the tile drawn")
    for seat, request in enumerate(requests):
        if not isinstance(request, Event) or request != _seen_by(event, seat):
            raise ValueError("the four seats were not sent the same request")
    return event


def _seen_by(event: Event, seat: int) -> Any:
    return parse_request(format_request(event, seat), seat)

"""The table at every turn as one seat saw it: frames whose hidden tiles are null.

They are those of `mj_lab.replay.frames`, without an end: the record does not show the other hands.
"""

from __future__ import annotations

from mj_bot.events import BUHUA, CHI, DRAW, GANG, PENG, SEATS, Deal, Event, Start, parse_request
from mj_bot.history import note_answer
from mj_bot.state import GameState
from mj_bot.tiles import tiles_from_counts
from mj_lab.records.formats.seat_record import SeatRecord
from mj_lab.replay.frames import DEAL, MOST_TURNS, Frame, open_part


def frames_of_seat(record: SeatRecord) -> list[Frame]:
    """The frames of one seat's record: the deal and every event.

    Raises ValueError, with the turn, if its requests are no game.
    """
    if len(record.requests) > MOST_TURNS:
        raise ValueError(f"{len(record.requests)} turns: no game is that long")
    state = GameState(record.wall_size)
    flowers: list[list[int]] = [[], [], [], []]
    frames = []
    for turn, text in enumerate(record.requests):
        try:
            frame = _folded(state, text, flowers)
        except (ValueError, IndexError) as error:
            raise ValueError(f"turn {turn}: {error}") from None
        if frame is not None:
            frames.append({"turn": turn, **frame})
        if turn < len(record.responses):
            note_answer(state, record.responses[turn])
    return frames


def _folded(state: GameState, text: str, flowers: list[list[int]]) -> Frame | None:
    request = parse_request(text, state.seat)
    offered, giver = state.offered, state.turn
    state.apply(request)
    if isinstance(request, Start):
        return None
    if isinstance(request, Deal):
        _lay_dealt(request, state.seat, flowers)
        return {"kind": DEAL, "seat": None, "tile": None, **_shown(state, None, flowers)}
    frame: Frame = {"kind": request.kind, "seat": request.seat, "tile": request.tile}
    if request.kind == BUHUA and request.tile is not None:
        flowers[request.seat].append(request.tile)
    if request.kind in (CHI, PENG) or (request.kind == GANG and offered is not None):
        frame.update({"claimed": offered, "giver": giver})
    if request.kind == GANG:
        frame["tile"] = state.melds[request.seat][-1].tile
    return {**frame, **_shown(state, request, flowers)}


def _lay_dealt(deal: Deal, own: int, flowers: list[list[int]]) -> None:
    """Lay out the dealt flowers: of all seats, or in older records one's own alone."""
    listed = iter(deal.flowers)
    for seat in range(SEATS) if len(deal.flowers) == sum(deal.flower_counts) else (own,):
        flowers[seat] = [next(listed) for _ in range(deal.flower_counts[seat])]


def _shown(state: GameState, event: Event | None, flowers: list[list[int]]) -> Frame:
    drawing = event.seat if event is not None and event.kind == DRAW else None
    hands: list[list[int | None]] = []
    for seat in range(SEATS):
        size = 13 - 3 * len(state.melds[seat])
        hidden: list[int | None] = [None] * (size + (seat == drawing))
        hands.append(hidden)
    own: list[int | None] = list(tiles_from_counts(state.hand))
    drawn = state.drawn if drawing == state.seat else None
    if drawn is not None:
        own.remove(drawn)
    hands[state.seat] = own
    return {"hands": hands, "drawn": drawn, **open_part(state, state.melds, flowers)}

"""The table at every turn of a match, as plain data: what a page or a terminal draws.

A frame has everything that lies on the table after its event. Tiles are ints (`mj_bot.tiles`).

    turn       the match's turn that it shows; the end shares the last one's
    kind       DEAL, DRAW, BUHUA, PLAY, CHI, PENG, GANG, BUGANG or END
    seat       who acted; of the end who won or was at fault, null if nobody
    tile       drawn, discarded, added, melded as a kong, or won with
    claimed    of CHI, PENG and a GANG of a discard: the tile taken; giver: who had discarded it
    hands      by seat: the concealed tiles in order, without the one just drawn
    drawn      the tile just drawn by `seat`, else null
    melds      by seat: [kind, tiles as they lie, place of the turned tile or -1, concealed, added]
    discards   by seat, in order: [tile, seat that claimed it or -1]
    walls      by seat: tiles left. flowers: by seat, the flower tiles laid out
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HU,
    PENG,
    SEATS,
    Deal,
    Event,
    Start,
    format_request,
    parse_request,
)
from mj_bot.history import note_answer
from mj_bot.melds import Meld
from mj_bot.state import WALL_SIZE, GameState
from mj_bot.tiles import tiles_from_counts
from mj_lab.records.match import Match

Frame = dict[str, Any]

DEAL = "DEAL"
_END = "END"

# A wall of 144 tiles cannot last longer: a draw, a discard and a kong for every tile.
MOST_TURNS = 3 * 144


def frames_of(match: Match) -> list[Frame]:
    """A match's frames: the deal, every event, the end.

    Raises ValueError, with the turn, if its requests are no game.

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
    table = _Table(min(len(match.wall) // SEATS, WALL_SIZE))
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
    """Four states, one a seat: together they know every tile."""

    def __init__(self, wall_size: int) -> None:
        self.states = [GameState(wall_size) for _ in range(SEATS)]
        self.flowers: list[list[int]] = [[], [], [], []]
        self.event: Event | None = None
        self.giver: int | None = None

    def note(self, responses: tuple[str, ...]) -> None:
        for state, response in zip(self.states, responses, strict=True):
            note_answer(state, response)

    def fold(self, row: tuple[str, ...]) -> Frame | None:
        """Fold one turn's requests; None for the start, which shows nothing."""
        requests = [parse_request(text, seat) for seat, text in enumerate(row)]
        event = _event_of(requests)
        offered, giver = self.states[0].offered, self.states[0].turn
        for state, request in zip(self.states, requests, strict=True):
            state.apply(request)
        if event is None:
            return self._opening(requests)
        self.event = event
        frame: Frame = {"kind": event.kind, "seat": event.seat, "tile": event.tile}
        if event.kind == BUHUA and event.tile is not None:
            self.flowers[event.seat].append(event.tile)
        if event.kind in (CHI, PENG) or (event.kind == GANG and offered is not None):
            frame.update({"claimed": offered, "giver": giver})
        if event.kind == GANG:
            frame["tile"] = self.states[event.seat].own_melds[-1].tile
        return {**frame, **self._shown(event.tile if event.kind == DRAW else None)}

    def _opening(self, requests: list[Any]) -> Frame | None:
        if isinstance(requests[0], Start):
            if [request.seat for request in requests] != [0, 1, 2, 3]:
                raise ValueError("the four seats are not 0, 1, 2, 3")
            return None
        self.flowers = _flowers_of(requests)
        return {"kind": DEAL, "seat": None, "tile": None, **self._shown(None)}

    def _shown(self, drawn: int | None) -> Frame:
        hands = []
        for seat, state in enumerate(self.states):
            tiles = tiles_from_counts(state.hand)
            if drawn is not None and self.event is not None and seat == self.event.seat:
                tiles.remove(drawn)
            hands.append(tiles)
        melds = [state.own_melds for state in self.states]
        return {"hands": hands, "drawn": drawn, **open_part(self.states[0], melds, self.flowers)}

    def end(self, match: Match) -> Frame:
        """The last frame: the table as it stood, the winning tile beside the winner's hand."""
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
    """The one event that four requests tell; None for start and deal.

    Raises ValueError if they tell different ones.
    """
    first = requests[0]
    if isinstance(first, (Start, Deal)):
        if any(type(request) is not type(first) for request in requests):
            raise ValueError("the four seats were not sent the same request")
        return None
    full = [r for r in requests if isinstance(r, Event) and r.kind == DRAW and r.tile is not None]
    event: Event = full[0] if full else first
    if event.kind == DRAW and event.tile is None:
        raise ValueError("nobody was told the tile drawn")
    for seat, request in enumerate(requests):
        if not isinstance(request, Event) or request != _seen_by(event, seat):
            raise ValueError("the four seats were not sent the same request")
    return event


def _seen_by(event: Event, seat: int) -> Any:
    return parse_request(format_request(event, seat), seat)


def open_part(
    state: GameState, melds: Sequence[Sequence[Meld]], flowers: Sequence[Sequence[int]]
) -> Frame:
    """What a seat sees besides hands. melds: by seat; without a tile one lies face down."""
    return {
        "melds": [[lying(meld) for meld in row] for row in melds],
        "discards": [
            [[d.tile, -1 if d.claimed_by is None else d.claimed_by] for d in discards]
            for discards in state.discards
        ],
        "walls": list(state.walls),
        "flowers": [list(laid) for laid in flowers],
    }


def lying(meld: Meld) -> list[Any]:
    """A meld as it lies: [kind, tiles left to right, place of the turned one, concealed, added].

    The claimed tile is turned and points at the seat it came from: the first of a meld from the
    seat before, the second from opposite, the last from the seat after. An added fourth tile lies
    on the turned one and is not in the row.

    >>> lying(Meld("CHI", 1, 3)), lying(Meld("PENG", 27, 2))
    (['CHI', [2, 0, 1], 0, 0, 0], ['PENG', [27, 27, 27], 1, 0, 0])
    >>> lying(Meld("GANG", 27, 3))
    ['GANG', [27, 27, 27, 27], 3, 0, 0]
    """
    tiles = list(meld.tiles())
    if meld.concealed:
        return [meld.kind, tiles, -1, 1, 0]
    if meld.added:
        return [meld.kind, tiles[:3], meld.offer - 1, 0, 1]
    if meld.kind == CHI:
        claimed = meld.claimed
        assert claimed is not None
        tiles.remove(claimed)
        return [meld.kind, [claimed, *tiles], 0, 0, 0]
    turned = meld.offer - 1 if meld.offer < 3 else len(tiles) - 1
    return [meld.kind, tiles, turned, 0, 0]


def _flowers_of(deals: Sequence[Deal]) -> list[list[int]]:
    """The flowers that each seat was dealt; in older records a deal lists one's own alone."""
    found = []
    for seat, deal in enumerate(deals):
        counts, listed = deal.flower_counts, list(deal.flowers)
        if len(listed) == sum(counts):
            start = sum(counts[:seat])
            listed = listed[start : start + counts[seat]]
        found.append(listed)
    return found

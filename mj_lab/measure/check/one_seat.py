"""Replays one seat's history at the judge: which answers would it accept now?

The bot's `GameState` is not used here: the referee plays the actions in the requests, by its own
rules.
"""

from __future__ import annotations

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    PASSING,
    PENG,
    SEATS,
    Action,
    Deal,
    Event,
    Start,
    parse_request,
    parse_response,
)
from mj_bot.state import WALL_SIZE, WALL_SIZE_WITH_FLOWERS
from mj_bot.tiles import CHOW_MIDDLES, COPIES, FLOWER_KINDS, TILE_KINDS
from mj_lab.core.game.referee import Game

_MOST_MELDS = 4
_ANY_TILE = 0
_ANY_FLOWER = TILE_KINDS
_ALL_PASS = (PASSING,) * SEATS


class ContradictionError(ValueError):
    """A request that the judge cannot have sent after the ones before."""


class OneSeat:
    """The judge's table rebuilt from one seat's requests, which go to `take` one by one.

    Hidden tiles are made up: the others hold four of every tile whenever they move, and the walls
    hold what was drawn from them.
    """

    def __init__(self) -> None:
        self._start: Start | None = None
        self._game: Game | None = None
        self._answer: Action | None = None
        self._seen = [0] * TILE_KINDS

    def take(self, request: str) -> None:
        """Take the judge's next request.

        Raises ContradictionError if it cannot follow; then the table is unknown.
        """
        seat = -1 if self._start is None else self._start.seat
        try:
            event = parse_request(request, seat)
        except ValueError as error:
            raise ContradictionError(str(error)) from None
        if isinstance(event, Start):
            self._begin(event)
        elif isinstance(event, Deal):
            self._deal(event)
        else:
            self._follow(event)
        self._answer = None

    def answered(self, response: object) -> None:
        """Take this seat's answer to the latest request: only it shows the tile of its kong."""
        try:
            self._answer = parse_response(response) if isinstance(response, str) else None
        except ValueError:
            self._answer = None

    def allows(self, action: Action) -> bool:
        """Whether the judge would accept this answer, if the others pass.

        Raises ValueError before the first request.
        """
        if self._start is None:
            raise ValueError("no game has begun")
        if self._game is None:
            return action.same(PASSING)
        return self._game.allows(self._start.seat, action)

    # -- from request to request --------------------------------------------------------------

    def _begin(self, start: Start) -> None:
        if self._start is not None:
            raise ContradictionError("a second start")
        self._start = start

    def _deal(self, deal: Deal) -> None:
        start = self._start
        if start is None or self._game is not None:
            raise ContradictionError("a deal that does not follow the start")
        counts = deal.flower_counts
        if sum(counts) > FLOWER_KINDS:
            raise ContradictionError("more flowers than there are")
        size = WALL_SIZE_WITH_FLOWERS if any(counts) else WALL_SIZE
        wall: list[int] = []
        for seat, count in enumerate(counts):
            hand = list(deal.tiles) if seat == start.seat else [_ANY_TILE] * HAND_SIZE
            rest = size - HAND_SIZE - count
            wall += [_ANY_TILE] * rest + hand[::-1] + [_ANY_FLOWER] * count
        self._game = Game(wall, start.prevalent_wind)
        self._game.submit(_ALL_PASS)
        self._see(deal.tiles)

    def _follow(self, event: Event) -> None:
        game, start = self._game, self._start
        if game is None or start is None:
            raise ContradictionError("an event before the deal")
        replies = list(_ALL_PASS)
        if event.kind in (DRAW, BUHUA):
            self._put_on_top(event)
        else:
            for seat in range(SEATS):
                if seat != start.seat:
                    game.hands[seat] = [COPIES] * TILE_KINDS
            replies[event.seat] = self._action_in(event)
        newly_seen = self._newly_seen(event)
        game.submit(replies)
        if game.result is not None or not self._is_now(event):
            raise ContradictionError("it does not follow")
        if len(game.melds[event.seat]) > _MOST_MELDS:
            raise ContradictionError("a fifth meld")
        self._see(newly_seen)

    def _put_on_top(self, event: Event) -> None:
        """Put the drawn tile on the wall, or any tile if it is hidden."""
        game = self._game
        assert game is not None
        if event.kind == BUHUA and len(game.wall) < SEATS * WALL_SIZE_WITH_FLOWERS:
            # The wall had flowers all along.
            game.wall = (_ANY_TILE,) * (SEATS * WALL_SIZE_WITH_FLOWERS)
            for wall in game.walls:
                wall[:0] = [_ANY_TILE] * (WALL_SIZE_WITH_FLOWERS - WALL_SIZE)
        wall = game.walls[event.seat]
        if wall:
            wall[-1] = _ANY_TILE if event.tile is None else event.tile

    def _action_in(self, event: Event) -> Action:
        """The answer that the acting seat must have given."""
        game = self._game
        assert game is not None
        if event.kind != GANG:
            return Action(event.kind, event.tile, event.chow)
        last, own = game.event, self._is_own(event)
        if last is not None and last.kind == DRAW and last.seat == event.seat:
            return Action(GANG, self._own_kong() if own else _ANY_TILE)
        if not own and game.offered is not None:
            game.hands[event.seat][game.offered] = COPIES - 1
        return Action(GANG)

    def _own_kong(self) -> int:
        """The tile of this seat's concealed kong: from its answer, else the only possible one."""
        assert self._game is not None and self._start is not None
        if self._answer is not None and self._answer.kind == GANG and self._answer.tile is not None:
            return self._answer.tile
        hand = self._game.hands[self._start.seat]
        if hand.count(COPIES) != 1:
            raise ContradictionError("an own concealed kong of an unknown tile")
        return hand.index(COPIES)

    def _newly_seen(self, event: Event) -> list[int]:
        """The tiles that this seat sees for the first time in an event."""
        tile, own = event.tile, self._is_own(event)
        if event.kind == DRAW:
            return [tile] if own and tile is not None else []
        if own or event.kind == BUHUA:
            return []
        game = self._game
        assert game is not None
        offered = game.offered
        seen = [] if tile is None else [tile]
        if offered is None or event.kind == BUGANG:
            return seen
        if event.kind == PENG:
            return [*seen, offered, offered]
        if event.kind == GANG:
            return [*seen, offered, offered, offered]
        if event.kind == CHI and event.chow in CHOW_MIDDLES:
            run = (event.chow - 1, event.chow, event.chow + 1)
            return [*seen, *(other for other in run if other != offered)]
        return seen

    def _is_own(self, event: Event) -> bool:
        return self._start is not None and event.seat == self._start.seat

    def _is_now(self, event: Event) -> bool:
        """Whether the judge would send exactly this now."""
        now = None if self._game is None else self._game.event
        if now is None or (now.kind, now.seat) != (event.kind, event.seat):
            return False
        hidden = event.kind == DRAW and not self._is_own(event)
        return hidden or (now.tile, now.chow) == (event.tile, event.chow)

    def _see(self, tiles: list[int] | tuple[int, ...]) -> None:
        for tile in tiles:
            self._seen[tile] += 1
            if self._seen[tile] > COPIES:
                raise ContradictionError("a fifth copy")

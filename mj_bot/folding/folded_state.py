"""What one seat knows of a game, folded from the events sent to it."""

from typing import List, Optional, Tuple, TypeVar, Union

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    PENG,
    PLAY,
    SEATS,
    Action,
    Deal,
    Event,
    Request,
    Start,
    chow_offer,
    parse_request,
)
from mj_bot.folding.records import (
    CLAIM,
    NOTHING,
    OWN_DRAW,
    ROB,
    WALL_SIZE,
    WALL_SIZE_WITH_FLOWERS,
    Discard,
    Standing,
    draws_in_turn,
)
from mj_bot.melds import Meld, offer_of
from mj_bot.tiles import COPIES, TILE_KINDS, code_of, counts_of

_State = TypeVar("_State", bound="FoldedState")


class FoldedState:
    """What one seat knows: fold requests with `apply`, note its own answers with `answered`.

    Counts are lists of 34 numbers, one a tile. Lists by seat have four entries, East first.
    `mj_bot.state.GameState`, which every tactic gets, adds the report's names.
    """

    __slots__ = (
        "answer",
        "common_wall",
        "decision",
        "discards",
        "drawn",
        "flowers",
        "hand",
        "last",
        "legal",
        "melds",
        "offered",
        "prevalent_wind",
        "replacing",
        "requests",
        "seat",
        "shown",
        "standing",
        "turn",
        "unseen",
        "wall_size",
        "walls",
    )

    def __init__(
        self,
        wall_size: int = WALL_SIZE,
        standing: Optional[Standing] = None,
        common_wall: bool = False,
    ) -> None:
        # Tiles in each seat's wall at the start: 34, or 36 with flowers.
        self.wall_size = wall_size
        # The match standing before this game; None if unknown, as on Botzone. No request has it, so
        # set it before the first.
        self.standing = standing
        # Whether all draw from one wall of four times as many tiles; not in any request either.
        self.common_wall = common_wall
        # The own seat, 0-3 for E S W N, also its wind; -1 before the start.
        self.seat = -1
        # The prevalent wind, 0-3.
        self.prevalent_wind = 0
        # Counts of the own concealed tiles, a drawn one included.
        self.hand: List[int] = [0] * TILE_KINDS
        # The tile just drawn, which this seat must answer to.
        self.drawn: Optional[int] = None
        # By seat; another seat's concealed kong has tile None.
        self.melds: List[List[Meld]] = [[], [], [], []]
        # By seat, the first discard first.
        self.discards: List[List[Discard]] = [[], [], [], []]
        # By seat: tiles left in its wall; for a common wall, its draws if nobody claims.
        self.walls: List[int] = [wall_size] * SEATS
        # Unseen copies: 4 less the own tiles, all discards and all open melds.
        self.unseen: List[int] = [COPIES] * TILE_KINDS
        # Copies shown, as the judge counts them for 和绝张: an unclaimed discard 1, a pung 3, each
        # tile of a chow 1, an open or added kong 4, a concealed kong 0.
        self.shown: List[int] = [0] * TILE_KINDS
        # By seat: flowers laid out.
        self.flowers: List[int] = [0] * SEATS
        # The seat that drew or discarded last.
        self.turn = 0
        # All requests so far, first to last.
        self.requests: List[Request] = []
        # The newest request; None before the first.
        self.last: Optional[Request] = None
        # What it asks of this seat: NOTHING, OWN_DRAW, CLAIM (a discard) or ROB (an added kong).
        self.decision = NOTHING
        # The tile that may be claimed or robbed.
        self.offered: Optional[int] = None
        # Whether the newest draw replaces one after a kong, with flowers between them or not.
        self.replacing = False
        # This seat's answer to the newest request, if any.
        self.answer: Optional[Action] = None
        # The legal actions, cached by `action_space`.
        self.legal: Optional[Tuple[Action, ...]] = None

    def copy(self: _State) -> _State:
        """A copy that shares nothing mutable with this state."""
        twin = type(self)(self.wall_size)
        for name in FoldedState.__slots__:
            value = getattr(self, name)
            if name in ("melds", "discards"):
                value = [list(part) for part in value]
            elif isinstance(value, list):
                value = list(value)
            setattr(twin, name, value)
        return twin

    # -- derived from the fields ---------------------------------------------------------------

    @property
    def own_melds(self) -> List[Meld]:
        """The melds of this seat."""
        return self.melds[self.seat]

    @property
    def wall_last(self) -> bool:
        """Whether the next seat's wall is empty: no more claims, 妙手回春 and 海底捞月."""
        return self.drawn_from((self.turn + 1) % SEATS) == 0

    def drawn_from(self, seat: int) -> int:
        """How many tiles are left in the wall that the seat draws from."""
        return sum(self.walls) if self.common_wall else self.walls[seat]

    @property
    def about_kong(self) -> bool:
        """Whether a win now would be 杠上开花 (drawn after a kong) or 抢杠和 (robbed)."""
        return self.replacing if self.decision == OWN_DRAW else self.decision == ROB

    @property
    def fourth_tile(self) -> bool:
        """Whether a win now would be 和绝张: the other three copies are shown."""
        tile = self.drawn if self.decision == OWN_DRAW else self.offered
        return self.decision != ROB and tile is not None and self.shown[tile] == COPIES - 1

    # -- folding ----------------------------------------------------------------------------

    def apply(self, request: Union[str, Request]) -> None:
        """Fold one request.

        Raises ValueError if it is not a request or cannot follow the ones before.
        """
        event = parse_request(request, self.seat) if isinstance(request, str) else request
        self.legal = None
        if not isinstance(event, Event):
            if isinstance(event, Start):
                self._start(event)
            else:
                self._deal(event)
        elif event.kind == DRAW:
            self._draw(event)
        elif event.kind == PLAY:
            assert event.tile is not None
            self._discard(event.seat, event.tile)
        else:
            self._fold_rare(event)
        if self.common_wall:  # The next seat draws from it, or the seat that replaces a tile.
            goes_on = isinstance(event, Event) and event.kind in (DRAW, PLAY, PENG, CHI)
            self.walls = draws_in_turn(sum(self.walls), self.turn + goes_on)
        self.requests.append(event)
        self.last = event
        self.answer = None  # It belonged to the last request.

    def answered(self, action: Action) -> None:
        """Note this seat's own answer: nothing else shows the tile of its concealed kong.

        The hand changes only when the judge echoes the action: another seat may come first.
        """
        self.answer = action

    def _fold_rare(self, event: Event) -> None:
        if event.kind in (PENG, CHI):
            self._claim(event)
        elif event.kind == GANG:
            self._gang(event)
        elif event.kind == BUGANG:
            self._bugang(event)
        elif event.kind == BUHUA:
            self._buhua(event)
        else:
            raise ValueError("no such event: {!r}".format(event))

    def _start(self, start: Start) -> None:
        if self.last is not None:
            raise ValueError("the game has started before")
        self.seat, self.prevalent_wind = start

    def _deal(self, deal: Deal) -> None:
        if not isinstance(self.last, Start):
            raise ValueError("a deal that does not follow the start")
        self.hand = counts_of(deal.tiles)
        if max(self.hand) > COPIES or len(deal.tiles) != HAND_SIZE:
            raise ValueError("a deal that no wall holds")
        self.unseen = [COPIES - count for count in self.hand]
        self.flowers = list(deal.flower_counts)
        if any(self.flowers) and self.wall_size == WALL_SIZE:
            self.wall_size = WALL_SIZE_WITH_FLOWERS
        self.walls = [self.wall_size - HAND_SIZE - count for count in self.flowers]

    def _draw(self, event: Event) -> None:
        seat, tile = event.seat, event.tile
        self._take_from_wall(seat)
        if seat != self.seat:
            self.decision = NOTHING
            return
        if tile is None:
            raise ValueError("an own draw without its tile")
        self._see(tile, 1)
        self.hand[tile] += 1
        self.drawn = tile
        self.decision = OWN_DRAW

    def _discard(self, seat: int, tile: int) -> None:
        self.discards[seat].append(Discard(tile))
        self.turn = seat
        self.offered = tile
        if seat == self.seat:
            self._take_from_hand(tile, 1)
            self.drawn = None
            self.decision = NOTHING
        else:
            self._see(tile, 1)
            self.decision = CLAIM

    def _claim(self, event: Event) -> None:
        claimed = self._take_discard(event.seat)
        if event.kind == PENG:
            meld = Meld(PENG, claimed, offer_of(event.seat, self.turn))
        else:
            meld = self._chow(event, claimed)
        for tile in meld.tiles():
            self.shown[tile] += 1
        self._meld_from_hand(event.seat, meld, claimed)
        self.melds[event.seat].append(meld)
        assert event.tile is not None
        self._discard(event.seat, event.tile)

    def _chow(self, event: Event, claimed: int) -> Meld:
        middle = event.chow
        assert middle is not None
        offer = chow_offer(middle, claimed)
        if not offer or event.seat != (self.turn + 1) % SEATS:
            raise ValueError("a chow of {} that cannot be".format(code_of(claimed)))
        return Meld(CHI, middle, offer)

    def _gang(self, event: Event) -> None:
        if self.offered is None:
            self._concealed_gang(event.seat)
        else:
            claimed = self._take_discard(event.seat)
            meld = Meld(GANG, claimed, offer_of(event.seat, self.turn))
            self.shown[claimed] += COPIES
            self._meld_from_hand(event.seat, meld, claimed)
            self.melds[event.seat].append(meld)
        self.turn = event.seat
        self.decision = NOTHING

    def _concealed_gang(self, seat: int) -> None:
        if seat != self.turn:
            raise ValueError("a concealed kong out of turn")
        if seat != self.seat:
            self.melds[seat].append(Meld(GANG, None, 0))
            return
        tile = self._own_kong_tile()
        self._take_from_hand(tile, COPIES)
        self.drawn = None
        self.melds[seat].append(Meld(GANG, tile, 0))

    def _own_kong_tile(self) -> int:
        """The tile of the own concealed kong: as answered, else the only possible one."""
        answer = self.answer
        if answer is not None and answer.kind == GANG and answer.tile is not None:
            return answer.tile
        fours = [tile for tile, count in enumerate(self.hand) if count == COPIES]
        if len(fours) != 1:
            raise ValueError("an own concealed kong of an unknown tile")
        return fours[0]

    def _bugang(self, event: Event) -> None:
        seat, tile = event.seat, event.tile
        assert tile is not None
        melds = self.melds[seat]
        places = [index for index, meld in enumerate(melds) if meld[:2] == (PENG, tile)]
        if not places:
            raise ValueError("an added kong without its pung")
        if seat == self.seat:
            self._take_from_hand(tile, 1)
            self.drawn = None
        else:
            self._see(tile, 1)
        melds[places[0]] = Meld(GANG, tile, melds[places[0]].offer, True)
        self.shown[tile] = COPIES
        self.turn = seat
        self.offered = tile
        self.decision = NOTHING if seat == self.seat else ROB

    def _buhua(self, event: Event) -> None:
        if self.wall_size == WALL_SIZE:
            # Flowers though none were dealt: the wall was the longer one all along.
            self.wall_size = WALL_SIZE_WITH_FLOWERS
            self.walls = [left + WALL_SIZE_WITH_FLOWERS - WALL_SIZE for left in self.walls]
        self._take_from_wall(event.seat)
        self.flowers[event.seat] += 1
        self.decision = NOTHING

    # -- pieces of folding ------------------------------------------------------------------

    def _take_from_wall(self, seat: int) -> None:
        self._settle_discard()  # A discard that nobody claimed counts as shown from now on.
        last = self.last
        self.replacing = isinstance(last, Event) and (
            last.kind in (GANG, BUGANG) or (self.replacing and last.kind == BUHUA)
        )
        self.walls[seat] -= 1
        self.turn = seat

    def _see(self, tile: int, count: int) -> None:
        left = self.unseen[tile] - count
        if left < 0:
            raise ValueError("a fifth {}".format(code_of(tile)))
        self.unseen[tile] = left

    def _take_from_hand(self, tile: int, count: int) -> None:
        left = self.hand[tile] - count
        if left < 0:
            raise ValueError("{} is not in the hand".format(code_of(tile)))
        self.hand[tile] = left

    def _settle_discard(self) -> None:
        """Nobody claimed the offered tile: a discard now counts as shown; a kong already did."""
        last = self.last
        if self.offered is not None and isinstance(last, Event) and last.kind != BUGANG:
            self.shown[self.offered] += 1
        self.offered = None

    def _take_discard(self, claimer: int) -> int:
        last, tile = self.last, self.offered
        no_discard = not isinstance(last, Event) or last.kind == BUGANG
        if tile is None or claimer == self.turn or no_discard:
            raise ValueError("a claim without a discard")
        self.discards[self.turn][-1] = Discard(tile, claimer)
        self.offered = None
        return tile

    def _meld_from_hand(self, seat: int, meld: Meld, claimed: int) -> None:
        """Move the owner's tiles into a claimed meld: out of the own hand, or into view."""
        rest = list(meld.tiles())
        rest.remove(claimed)
        for tile in rest:
            if seat == self.seat:
                self._take_from_hand(tile, 1)
            else:
                self._see(tile, 1)
